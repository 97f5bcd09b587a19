const { MemoryBank } = require("agentic-memory-bank");

import("./research.js").then(async ({ told }) => {
  console.log(JSON.stringify(await told(() => MemoryBank.open())));
});
