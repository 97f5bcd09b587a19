/** A limit of requests for each user, in memory. */

/** The rate limit of a user. */
export interface RateLimit {
  /** Requests that may come at once. */
  requests: number;
  /** Seconds in which as many become available again. */
  seconds: number;
}

/** The rest of a user's requests, and the time of that count. */
interface Bucket {
  left: number;
  at: number;
}

/** Most users remembered at once; those with all their requests left are forgotten first. */
const MOST_USERS = 10_000;

/**
 * Returns the `wait` of a proxy: a token bucket for each user. It counts in this process alone. `now`: the clock in
 * milliseconds.
 */
export function rateLimit(
  { requests, seconds }: RateLimit,
  now: () => number = Date.now,
): (user: string) => Promise<number> {
  const buckets = new Map<string, Bucket>();
  const perMillisecond = requests / (1000 * seconds);
  const leftOf = ({ left, at }: Bucket) => Math.min(requests, left + (now() - at) * perMillisecond);
  return async (user) => {
    if (buckets.size >= MOST_USERS) {
      for (const [name, bucket] of buckets) if (leftOf(bucket) >= requests) buckets.delete(name);
    }
    const left = leftOf(buckets.get(user) ?? { left: requests, at: now() });
    if (left < 1) return (1 - left) / perMillisecond / 1000;
    buckets.set(user, { left: left - 1, at: now() });
    return 0;
  };
}
