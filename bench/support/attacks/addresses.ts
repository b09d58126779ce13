/** Two hosts, as `X-Forwarded-For` names them. The product trusts loopback by default, so whoever measures is its first proxy. */
export const MALLORY = '203.0.113.66';
export const ADA = '198.51.100.7';

/** What stands behind each of them if there is a second proxy. */
export const SECOND_PROXY = ', 127.0.0.9';
