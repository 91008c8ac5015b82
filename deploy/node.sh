#!/bin/sh
# Takes a node out of nginx before an upgrade, and puts it back afterwards:
#   node.sh down 10.0.0.11:3000      new requests go to the other nodes; those in flight end by themselves
#   node.sh up 10.0.0.11:3000
# NODES: the file that lists the nodes. DEQIQ_NGINX: how nginx is called (nginx itself uses NGINX).
set -eu
state=${1:?usage: node.sh down|up ADDRESS}
address=${2:?usage: node.sh down|up ADDRESS}
nodes=${NODES:-/etc/nginx/deqiq-nodes}
nginx=${DEQIQ_NGINX:-nginx}

grep -q "^server $address[ ;]" "$nodes" || { echo "$address is not in $nodes" >&2; exit 1; }
case $state in
  down)
    others=$(grep '^server ' "$nodes" | grep -v ' down;' | grep -vc "^server $address[ ;]" || true)
    [ "$others" -gt 0 ] || { echo "$address is the last node: nothing is changed" >&2; exit 1; }
    sed "/^server $address[ ;]/s/\( down\)\{0,1\};/ down;/" "$nodes" > "$nodes.new" ;;
  up) sed "/^server $address[ ;]/s/ down;/;/" "$nodes" > "$nodes.new" ;;
  *) echo 'usage: node.sh down|up ADDRESS' >&2; exit 1 ;;
esac
mv "$nodes.new" "$nodes"
$nginx -t -q
master=$(cat "$($nginx -T 2>/dev/null | sed -n 's/^ *pid  *\(.*\);$/\1/p' | grep . || echo /run/nginx.pid)")
workers=$(pgrep -P "$master")
$nginx -s reload

# The workers with the old list accept connections until the new ones run; only then may the node be stopped.
tries=600
for worker in $workers; do
  while grep -qs '^nginx: worker' "/proc/$worker/cmdline" && ! grep -qs 'shutting down' "/proc/$worker/cmdline"; do
    tries=$((tries - 1))
    [ "$tries" -gt 0 ] || { echo "nginx has not read the new list within a minute: do not stop $address" >&2; exit 1; }
    sleep 0.1
  done
done
