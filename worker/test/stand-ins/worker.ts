/** The Worker as the tests break it: its object can be told to fail, to see another clock, and to be woken twice at once. */

import type { Env } from "../../src/settings.ts";
import { UserObject as RealObject } from "../../src/user-object.ts";
import worker from "../../src/worker.ts";

export default worker;

/** The object of a user, with what the tests tell it. */
export class UserObject extends RealObject {
  override async fetch(request: Request): Promise<Response> {
    return super.fetch(request);
  }
}

export type { Env };
