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
$nginx -s reload
