import { isIP } from 'node:net';
import type { S3Location } from '../s3-url.ts';

/** Where the requests for a bucket go. */
export interface BucketAddress {
  readonly protocol: string;
  /** A name or an address to connect to; empty port: that of the protocol. */
  readonly hostname: string;
  readonly port: string;
  /** The header Host, which is signed. */
  readonly host: string;
  /** Precedes every key; begins and ends with a slash. */
  readonly path: string;
}

/** Domains of AWS by the beginning of a region. The isolated partitions need an endpoint. */
const DOMAINS = [
  { region: 'cn-', domain: 'amazonaws.com.cn' },
  { region: 'eusc-', domain: 'amazonaws.eu' },
  { region: '', domain: 'amazonaws.com' },
];

/**
 * Finds where a bucket is. Its name is part of the host name unless the location forbids it, the host is an IP address, or
 * the bucket contains a dot, which a certificate for *.host does not cover.
 */
export function findBucketAddress(location: S3Location): BucketAddress {
  const { bucket, endpoint, region, usesPathStyle } = location;
  const { protocol, hostname, port, host, pathname } = new URL(endpoint ?? awsEndpoint(region));
  const address = hostname.replace(/^\[|\]$/g, '');
  const base = pathname.replace(/\/+$/, '');
  if (usesPathStyle || isIP(address) !== 0 || bucket.includes('.'))
    return { protocol, hostname: address, port, host, path: `${base}/${bucket}/` };
  return {
    protocol,
    hostname: `${bucket}.${hostname}`,
    port,
    host: `${bucket}.${host}`,
    path: `${base}/`,
  };
}

function awsEndpoint(region: string): string {
  const domain = DOMAINS.find((each) => region.startsWith(each.region))?.domain;
  return `https://s3.${region}.${domain}`;
}
