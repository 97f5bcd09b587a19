import { fileURLToPath } from "node:url";
import webpack from "webpack";

const path = fileURLToPath(new URL("dist", import.meta.url));
const context = fileURLToPath(new URL(".", import.meta.url));
const output = { path, clean: true };
// Nothing is said of the size of files.
const performance = { hints: false };
webpack(
  { mode: "production", context, entry: "./main.js", output, performance },
  (failure, stats) => {
    if (failure) throw failure;
    const { errors, warnings } = stats.toJson({ all: false, errors: true, warnings: true });
    const messages = (found) => found.map(({ message }) => message);
    console.log(JSON.stringify({ errors: messages(errors), warnings: messages(warnings) }));
  },
);
