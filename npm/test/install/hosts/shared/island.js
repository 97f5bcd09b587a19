/** One question and the document that answers it, the same on every host. */
export const question = "What was the lantern of the lighthouse lit with at first?";

const text = `Grönholm, marked 🦭 on the chart, is a small island, and three families live there all year. \
The ferry calls twice a day in summer and once a week in winter. \
On the northern cape stands a lighthouse, built of grey granite in 1887. \
Its lantern was lit with colza oil at first, then with paraffin, and since 1931 with electricity. \
The keeper’s house burned down in 1902 and was never rebuilt. \
Seals rest on the skerries below the cape, and visitors are asked to keep fifty metres away. \
The island’s only shop sells bread, rope and stamps. \
Its bakery is known for rye loaves that are baked in a wood oven. \
A path of six kilometres leads around the shore. \
In the museum by the harbour hangs a map that a whaler drew in 1764.`;

export const documents = [{ name: "island.txt", text }];
