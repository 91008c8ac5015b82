# The tests lint this file and start the server from the layout it makes; they do not build the image.

# By exact tag; pin the digests with --build-arg: docs/operating.md
ARG NODE_IMAGE=node:24.11.1-bookworm-slim
ARG RUNTIME_IMAGE=debian:12.12-slim

FROM $NODE_IMAGE AS website
ARG PUBLIC_URL=""
WORKDIR /opt/deqiq
COPY . .
RUN PUBLIC_URL="$PUBLIC_URL" node bootstrap/prepare.js

FROM $NODE_IMAGE AS packages
WORKDIR /opt/deqiq
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY messages/package.json messages/
COPY server/package.json server/
COPY web/package.json web/
COPY e2e/package.json e2e/
COPY bench/package.json bench/
COPY faults/package.json faults/
COPY testkit/package.json testkit/
COPY samples/package.json samples/
RUN npm ci --omit=dev --workspace server --include-workspace-root

# Node itself comes with the packages: the one that package-lock.json pins.
FROM $RUNTIME_IMAGE
RUN useradd --system --uid 10001 --user-group --home-dir /opt/deqiq deqiq \
  && install --directory --owner deqiq --group deqiq --mode 0711 /var/lib/deqiq
WORKDIR /opt/deqiq
COPY --from=packages /opt/deqiq ./
COPY contract contract
COPY messages messages
COPY server server
COPY --from=website /opt/deqiq/build/web build/web
COPY --from=website /opt/deqiq/messages/compiled messages/compiled
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/var/lib/deqiq NODE_COMPILE_CACHE=/tmp/compiled
USER deqiq
VOLUME /var/lib/deqiq
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node_modules/.bin/node", "-e", "fetch('http://127.0.0.1:3000/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node_modules/.bin/node", "server/src/main.ts"]
