/** The servers of OpenStack Swift, in the order in which they start. The proxy is the last: until the others answer it reports missing buckets. */
export const swiftServers = ['account', 'container', 'object', 'proxy'] as const;
export type SwiftServer = (typeof swiftServers)[number];

/** Ports on 127.0.0.1. */
export type SwiftPorts = Readonly<Record<SwiftServer | 'memcached', number>>;

/** Key and secret of the only account. */
export const SWIFT_KEY = 'test:tester';
export const SWIFT_SECRET = 'testing';

export const swiftConf = `[swift-hash]
swift_hash_path_suffix = test
swift_hash_path_prefix = test
[storage-policy:0]
name = Policy-0
default = yes
`;

/** Python that writes the rings: one device, one replica. Arguments: folder, then name and port of each server. */
export const ringProgram = `
import sys
from swift.common.ring import RingBuilder
folder, servers = sys.argv[1], sys.argv[2:]
for name, port in zip(servers[::2], map(int, servers[1::2])):
    ring = RingBuilder(4, 1, 1)
    ring.add_dev(dict(id=0, region=1, zone=1, weight=1, ip="127.0.0.1", port=port, device="disk",
                      replication_ip="127.0.0.1", replication_port=port, meta=""))
    ring.rebalance()
    ring.get_ring().save(folder + "/" + name + ".ring.gz")
`;

const common = (folder: string, user: string, port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
user = ${user}
workers = 0
swift_dir = ${folder}
devices = ${folder}/devices
mount_check = false
disable_fallocate = true
log_level = WARNING
`;

/** The settings file of one server. */
export function serverConf(
  server: SwiftServer,
  { folder, user, ports }: { folder: string; user: string; ports: SwiftPorts },
): string {
  const head = common(folder, user, ports[server]);
  if (server !== 'proxy')
    return `${head}[pipeline:main]
pipeline = ${server}-server
[app:${server}-server]
use = egg:swift#${server}
`;
  const filters = ['catch_errors', 'gatekeeper', 'healthcheck', 'listing_formats', 'bulk', 'copy'];
  return `${head}client_timeout = 60
max_header_size = 16384
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache listing_formats bulk s3api tempauth copy slo dlo proxy-server
${filters.map((name) => `[filter:${name}]\nuse = egg:swift#${name}`).join('\n')}
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${ports.memcached}
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
s3_acl = false
check_bucket_owner = false
max_upload_part_num = 10000
min_segment_size = 5242880
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = ${SWIFT_SECRET} .admin
[filter:slo]
use = egg:swift#slo
max_manifest_segments = 10000
max_manifest_size = 8388608
rate_limit_after_segment = 100000
[filter:dlo]
use = egg:swift#dlo
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
# The only node must never be put on the list of failed ones.
error_suppression_limit = 1000000000
`;
}
