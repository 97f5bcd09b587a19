/** The Durable Object of a user. */
import { DurableObject } from "cloudflare:workers";

/** Everything that is kept of one user, and the runs at work. */
export class UserObject extends DurableObject {}
