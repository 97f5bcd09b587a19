/** The entry of the Worker: who is asked for what. */
export { UserObject } from "./user-object.ts";

export default {
  async fetch(): Promise<Response> {
    return Response.json({ error: { code: "not_found", message: "no such route" } }, { status: 404 });
  },
};
