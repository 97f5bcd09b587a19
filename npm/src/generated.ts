// Written by `cargo xtask types` from the Rust types. Do not edit it.

/**
 * Something that an agent did, as one line of the seed's `action_sequence`: its type, and what it was done
 * to, in brief (`search: rust wasm`). The agent's own words, never what came back, and of an input that a page may have
 * steered no more than the question's words, and the site where it failed.
 */
export type Action = string;

/**
 * Long work that a run tells of.
 */
export type Activity = { "kind": "reading", 
/**
 * Its name.
 */
document: string, } | { "kind": "linking", 
/**
 * Its name.
 */
document: string, } | { "kind": "comparing" };

/**
 * Result of one arrival.
 */
export type Admission = { 
/**
 * The entry that holds it.
 */
id: MemoryId, 
/**
 * Outcome: stored, or known already.
 */
outcome: AdmissionOutcome, 
/**
 * Others that say nearly the same, the most similar first. They are kept, and so is this.
 */
nearDuplicates: Array<NearDuplicate>, };

/**
 * Outcome of an arrival.
 */
export type AdmissionOutcome = "stored" | "repeated" | "remembered" | "stays_forgotten";

/**
 * The agents that call the model.
 */
export type Agent = "classification" | "structure" | "analysis" | "integration" | "planning" | "react" | "reading";

/**
 * Model settings of one agent.
 */
export type AgentSettings = { 
/**
 * Its model; `None`: the model of all agents.
 */
model?: string | null, 
/**
 * The sampling temperature; `None` leaves it to the endpoint, as some models require.
 */
temperature?: number | null, 
/**
 * The share of likely words it chooses from; `None` as above.
 */
topP?: number | null, 
/**
 * Tokens it reads at once: 32,000.
 */
window: number, };

/**
 * The settings of each agent. Missing settings have the agent's defaults.
 */
export type AgentTable = { 
/**
 * Temperature 0.4, top-p 0.9.
 */
classification: AgentSettings, 
/**
 * Temperature 0.1, top-p 0.8.
 */
structure: AgentSettings, 
/**
 * Temperature 0.4, top-p 0.9.
 */
analysis: AgentSettings, 
/**
 * Temperature 0.2, top-p 0.85.
 */
integration: AgentSettings, 
/**
 * Temperature 0.6, top-p 0.95.
 */
planning: AgentSettings, 
/**
 * Temperature 0.6, top-p 0.95. Its window is that of the answer; the conversation of a step has
 * [`LlmSettings::max_context_tokens`].
 */
react: AgentSettings, 
/**
 * As the structure agent: exact.
 */
reading: AgentSettings, };

/**
 * An answer made of statements, each with its citations.
 */
export type Answer = { 
/**
 * The whole answer as text, with `[1]` marks.
 */
text: string, 
/**
 * True if the evidence holds an answer. False if `text` says that it does not, or if there are statements without
 * citations, which no evidence supports.
 */
found: boolean, 
/**
 * Confidence that the evidence holds the answer, 0 to 1.
 */
confidence: number, 
/**
 * The parts of the answer; empty when nothing was found.
 */
statements: Array<AnswerStatement>, 
/**
 * Every citation, numbered from 1 in this order.
 */
citations: Array<Citation>, 
/**
 * Open disputes about what it was made from, and refutations of what it cites.
 */
disputes: Array<AnswerDispute>, 
/**
 * The least trusted of what it cites; [`Trust::Model`] where it cites nothing.
 */
trust: Trust, 
/**
 * Numbers and links in what the model wrote that the run has not retrieved, which are no sources, and figures
 * that stand in none of the sources it names for them (BX-04). Always empty without a language model.
 */
flags: Array<string>, 
/**
 * Who made the answer.
 */
engine: EngineLabel, };

/**
 * A dispute that an answer shows.
 */
export type AnswerDispute = { 
/**
 * The conflict; `None` of one that no two nodes stand in.
 */
conflict: ConflictId | null, 
/**
 * Both sides; `None` where an older file did not tell them apart.
 */
sides: [Quote, Quote] | null, 
/**
 * The same in a sentence for people.
 */
description: string, 
/**
 * Status of the conflict.
 */
status: ConflictStatus, 
/**
 * Why it could not be decided, or on what grounds it was.
 */
grounds: string, };

/**
 * One statement of an answer.
 */
export type AnswerStatement = { 
/**
 * The statement.
 */
text: string, 
/**
 * Numbers of its citations, from 1.
 */
citations: Array<number>, };

/**
 * Why a database is not in use.
 */
export type AsideReason = "store_corrupt" | "store_too_new" | "replaced";

/**
 * A store that was set aside: its runs are not listed, its bytes are kept.
 */
export type AsideStore = { 
/**
 * Its number, by which it is named.
 */
number: number, 
/**
 * Why it was set aside.
 */
reason: AsideReason, 
/**
 * Bytes of its files.
 */
bytes: number, };

/**
 * Something that belongs to an entry and is kept elsewhere.
 */
export type Attachment = { 
/**
 * The id by which the entry's text refers to it.
 */
id: string, 
/**
 * Type of the attachment.
 */
type: AttachmentType, 
/**
 * Reference to the content: a path, a URI or a content hash, never the content itself.
 */
content: string, };

/**
 * Type of an attachment.
 */
export type AttachmentType = "IMAGE" | "DOCUMENT" | "CODE";

/**
 * An append to a run in one transaction: all of it becomes visible, or nothing.
 */
export type Batch = { 
/**
 * Number of lines in the journal before the append; another number is refused.
 */
at: number, 
/**
 * Lines that follow.
 */
lines: Array<string>, 
/**
 * Bodies that lines point at, if the run does not have them yet.
 */
bodies: Array<Body>, 
/**
 * The new state of the run, if it changed.
 */
state: RunState | null, 
/**
 * The time, in milliseconds since the Unix epoch.
 */
updated: number, };

/**
 * Bytes and their name.
 */
export type Body = { 
/**
 * The content hash that names them: the same name always means the same bytes.
 */
hash: string, 
/**
 * The bytes.
 */
bytes: Uint8Array, };

/**
 * Limits of a run. A missing limit is unlimited, except that of requests. A run keeps within them: work beyond them is
 * not begun, and the answer is made from the results so far.
 */
export type Budget = { 
/**
 * Money, in units of `currency`.
 */
money?: number | null, 
/**
 * The currency of `money`: `USD`.
 */
currency: string, 
/**
 * Tokens of the language model, read and written.
 */
tokens?: number | null, 
/**
 * Requests to the model, the search and pages, retries included: 200. Journals of runs without such a limit have
 * `null`.
 */
requests?: number | null, 
/**
 * Seconds since the run began. Work under way is not cut off.
 */
seconds?: number | null, };

/**
 * The price of a call of a service.
 */
export type CallPrice = { 
/**
 * Its address, such as `https://google.serper.dev`.
 */
endpoint: string, 
/**
 * Three capital letters: `USD`.
 */
currency: string, 
/**
 * The price; 0 for a free service.
 */
call: number, 
/**
 * The source of the price.
 */
source: string, 
/**
 * The date of the price.
 */
asOf: string, };

/**
 * `Fragment ──CAUSED_ERROR──> ErrorPattern`; once for a pair.
 */
export type CausedError = { 
/**
 * The fragment.
 */
fragment: FragmentId, 
/**
 * Error pattern that the fragment met.
 */
pattern: ErrorPatternId, };

/**
 * A place in a channel's list.
 */
export type ChannelRank = { 
/**
 * The list.
 */
channel: RecallChannel, 
/**
 * The place, from 1.
 */
rank: number, };

/**
 * A quotation that a statement rests on.
 */
export type Citation = { 
/**
 * Its number in the answer, from 1.
 */
number: number, 
/**
 * The node whose Interaction Tree holds it.
 */
nodeId: NodeId, 
/**
 * The entry that holds it.
 */
entryId: EntryId, 
/**
 * Name of the document, or address of the page.
 */
document: string, 
/**
 * The page's title, where it has one.
 */
title: string | null, 
/**
 * When the page was published, as it writes it.
 */
published: string | null, 
/**
 * Trust label of its entry.
 */
trust: Trust, 
/**
 * Doubts about its node.
 */
doubts: Array<Doubt>, 
/**
 * The quoted words, verbatim: the document's text at `chars`.
 */
quote: string, 
/**
 * Position of the quote in the document's text, in Unicode characters.
 */
chars: Span, 
/**
 * Position of the quote in the document's text, in UTF-8 bytes.
 */
bytes: Span, 
/**
 * Titles above it, outermost first.
 */
headings: Array<string>, 
/**
 * The page of the document that it begins on, from 1; `None` for a document without pages.
 */
page?: number, };

/**
 * A finished step.
 */
export type CompletedTask = { 
/**
 * Its kind.
 */
type: TaskType, 
/**
 * Description of the task.
 */
description: string, 
/**
 * Status of the task.
 */
status: TaskStatus, 
/**
 * Result of the task, in one or two sentences.
 */
context: string, };

/**
 * A summary and what it stands for.
 */
export type Compressed = { 
/**
 * The summary.
 */
summaryId: MemoryId, 
/**
 * The memories that it stands for, kept as its sources.
 */
sourceIds: Array<MemoryId>, };

/**
 * A contradiction between two nodes.
 */
export type Conflict = { 
/**
 * Its id.
 */
id: ConflictId, 
/**
 * The nodes, in the order of the sides; of a closed one those of then, which may be merged by now.
 */
about: [NodeId, NodeId], 
/**
 * Statements that contradict each other.
 */
dissent: Dissent, 
/**
 * Status of the conflict.
 */
status: ConflictStatus, 
/**
 * Node whose side holds, for a refuted conflict.
 */
upheld: NodeId | null, 
/**
 * Why it could not be decided, or on what grounds it was. Empty where nothing was tried.
 */
grounds: string, };

/**
 * The id of a [`Conflict`](super::Conflict), unique within its memory.
 */
export type ConflictId = string;

/**
 * Two or more nodes that contradict each other.
 */
export type ConflictNotification = { 
/**
 * The nodes.
 */
conflictingNodeIds: Array<NodeId>, 
/**
 * Descriptions of the conflicts, one line each.
 */
conflictDescription: string, 
/**
 * The conflicts; the memory has them.
 */
conflicts: Array<ConflictId>, };

/**
 * Status of a conflict.
 */
export type ConflictStatus = "open" | "undecided" | "settled" | "refuted";

/**
 * Outcome of a consolidation.
 */
export type ConsolidationOutcome = { 
/**
 * True if a consolidation took place: it was due, or requested.
 */
done: boolean, 
/**
 * Report of the consolidation.
 */
report: ConsolidationReport, 
/**
 * True if more episodic memories are left than the threshold allows; another consolidation takes further ones.
 */
more: boolean, 
/**
 * Notes on degraded results.
 */
notes: Array<MemoryNote>, };

/**
 * Report of a consolidation.
 */
export type ConsolidationReport = { 
/**
 * Memories that summaries stand for now.
 */
compressed: Array<Compressed>, 
/**
 * Memories that faded, the weakest first; they can be brought back until they are purged.
 */
forgotten: Array<Fading>, 
/**
 * New facts.
 */
facts: Array<MemoryId>, 
/**
 * Facts that were known and were stated again.
 */
confirmed: Array<MemoryId>, 
/**
 * Facts of which only one can hold. All are kept.
 */
contradictions: Array<Contradiction>, 
/**
 * New memories that say nearly what others say. All are kept.
 */
nearDuplicates: Array<[MemoryId, Array<NearDuplicate>]>, 
/**
 * Facts that were not kept.
 */
refused: Array<RefusedFact>, 
/**
 * Requests that nothing came of; the next consolidation makes them again.
 */
skipped: Array<SkippedRequest>, };

/**
 * Outcome of consolidations.
 */
export type ConsolidationRounds = { 
/**
 * Consolidations that were written; none where none was due.
 */
rounds: number, 
/**
 * Changes of the consolidations.
 */
revised: Revised, 
/**
 * True if fragments are left to abstract.
 */
more: boolean, 
/**
 * Notes on degraded results.
 */
notes: Array<MemoryNote>, };

/**
 * Settings of compression and forgetting (seed 004, 配置整合).
 */
export type ConsolidationSettings = { 
/**
 * Episodic memories beyond which old ones are compressed. Seed: 100.
 */
compressionThreshold: number, 
/**
 * The newest of them, which stay as they are. Default: 50.
 */
keepRecent: number, 
/**
 * Memories in one summary, at most. Default: 20.
 */
group: number, 
/**
 * Tokens of a summary. Default: 300.
 */
summaryTokens: number, 
/**
 * Rate at which an entry fades without recalls, per day. Seed: 0.1.
 */
forgettingRate: number, 
/**
 * The strength below which an entry is forgotten. Default: 0.1.
 */
forgettingThreshold: number, 
/**
 * The importance from which first-hand memories are not forgotten by themselves. Default: 0.6, what the word
 * "remember" gives.
 */
protectedImportance: number, 
/**
 * Memories that facts are taken from at once; so many that none was looked for in make a consolidation due. Default: 20.
 */
knowledgeBatch: number, };

/**
 * The SHA-256 of some bytes, as `sha256:` and 64 hexadecimal digits.
 */
export type ContentHash = string;

/**
 * A block of the context.
 */
export type ContextBlock = "conversation" | "observations" | "scratch";

/**
 * One item of the context.
 */
export type ContextItem = { 
/**
 * Its id; that of the memory, where it is kept as one.
 */
id: MemoryId, 
/**
 * Block of the item.
 */
block: ContextBlock, 
/**
 * The text.
 */
content: string, 
/**
 * 0 to 1; the least important gives way first.
 */
importance: number, 
/**
 * Trust label of the item.
 */
trust: Trust, 
/**
 * Whose words it holds.
 */
speaker: Speaker, 
/**
 * True if the content was shortened.
 */
is_compressed: boolean, };

/**
 * A new fact and one that it contradicts.
 */
export type Contradiction = { 
/**
 * The new one.
 */
id: MemoryId, 
/**
 * The other.
 */
with: MemoryId, };

/**
 * A block of core memory.
 */
export type CoreBlock = "persona" | "user_info" | "instructions";

/**
 * The three blocks.
 */
export type CoreMemory = { persona: string, user_info: string, instructions: string, };

/**
 * An amount and its currency.
 */
export type Cost = { 
/**
 * The amount.
 */
amount: number, 
/**
 * Its currency: `USD`.
 */
currency: string, };

/**
 * A dimension of retrieval.
 */
export type Dimension = "error" | "task" | "state" | "meaning";

/**
 * An item that gave way, as it was before.
 */
export type Displaced = { 
/**
 * The item with all its words.
 */
item: ContextItem, 
/**
 * Displacement of the item.
 */
displacement: Displacement, };

/**
 * Kind of a displacement.
 */
export type Displacement = "compressed" | "evicted";

/**
 * Two statements that contradict each other.
 */
export type Dissent = { 
/**
 * Both sides; `None` of a sentence in an older file that could not be taken apart.
 */
sides: [Quote, Quote] | null, 
/**
 * The same in a sentence for people (the seed's `conflict_description`). Nothing reads it.
 */
description: string, };

/**
 * A reader, with its input beside the bytes.
 */
export type DocumentReader = { "reader": "pdf" } | { "reader": "html", 
/**
 * The kind of text.
 */
media: Media, 
/**
 * The media type from a server or a browser, if any.
 */
mediaType?: string, };

/**
 * The size of a document.
 */
export type DocumentSize = { 
/**
 * Its name.
 */
name: string, 
/**
 * Unicode characters in its text.
 */
chars: number, 
/**
 * Its pages; 0 for a document without pages.
 */
pages: number, 
/**
 * Its first titles that have something beneath them, at most 200, in their order.
 */
titles: Array<OutlineTitle>, };

/**
 * A document that was read.
 */
export type DocumentSummary = { 
/**
 * Its name.
 */
name: string, 
/**
 * Unicode characters in its text.
 */
chars: number, 
/**
 * Characters in memory: fewer than `chars` if the run was stopped before the end of the document. `None` in files
 * of older versions: all.
 */
readChars: number | null, 
/**
 * Repairs that were made while it was read.
 */
notes: Array<string>, 
/**
 * Unicode characters of its text before each page; empty for a document without pages.
 */
pages?: Array<number>, 
/**
 * Who read it last. A run with a language model reads long documents without it. `None` in files of older versions.
 */
engine?: EngineLabel, };

/**
 * A doubt about a source: about a statement of its node, or about its own text.
 */
export type Doubt = { "kind": "disputed", 
/**
 * The conflict.
 */
conflict: ConflictId, 
/**
 * The contradiction.
 */
dissent: Dissent, } | { "kind": "refuted", 
/**
 * The conflict.
 */
conflict: ConflictId, 
/**
 * The contradiction that was decided.
 */
dissent: Dissent, 
/**
 * On what grounds it was decided.
 */
grounds: string, };

/**
 * A memory that was corrected.
 */
export type EditedMemory = { 
/**
 * It as it is now.
 */
entry: MemoryEntry, 
/**
 * Remembered entries that derive from the former content.
 */
derived: Array<MemoryId>, 
/**
 * Facts that were taken from its former words, and that neither it says now nor another memory: they are forgotten, and
 * can be restored.
 */
outdated: Array<MemoryId>, 
/**
 * Notes on degraded results.
 */
notes: Array<MemoryNote>, };

/**
 * The embedding model of a host.
 */
export type EmbedderInfo = { 
/**
 * Model and build, stored with every vector: vectors of different builds do not mix.
 */
model_id: string, 
/**
 * Numbers in a vector.
 */
dimensions: number, };

/**
 * A unit vector, with the name and build of its model: vectors of two models cannot be compared, even at the same
 * length.
 */
export type Embedding = { model: string, dimensions: number, vector: string, };

/**
 * Who made a result; shown wherever the result is.
 */
export type EngineLabel = { 
/**
 * Short name: `extractive`, or the model's.
 */
name: string, 
/**
 * One line for people, such as "extractive, no language model".
 */
description: string, };

/**
 * The id of an [`InteractionEntry`](super::InteractionEntry), a UUID in the seeds.
 */
export type EntryId = string;

/**
 * Origin of an entry.
 *
 * Unknown fields are ignored: exports up to version 4 have `gives_orders` here.
 */
export type EntryMetadata = { 
/**
 * The place in a document, if it was read there.
 */
source: SourceRef | null, 
/**
 * Trust label of the entry.
 */
trust: Trust, 
/**
 * The tool calls it came from.
 */
tool_calls: Array<ToolCall>, 
/**
 * The structure of the text, with the titles above it; `None` where no reader made one.
 */
structure: unknown, 
/**
 * Whatever else is known, by name.
 */
other: { [key in string]: string }, };

/**
 * A kind of error that runs have met (seed 003, `ErrorPattern`): type, keywords, place.
 */
export type ErrorPattern = { 
/**
 * [`ErrorPatternId::of`] type and keywords.
 */
id: ErrorPatternId, 
/**
 * `ImportError`, `HTTP 429`, `Timeout`, …
 */
error_type: string, 
/**
 * Terms of the analyzer that set the pattern apart from others of its type, the most specific first.
 */
keywords: Array<string>, 
/**
 * Last location of the error: a file and line, or an address without its query.
 */
location: string | null, 
/**
 * Number of fragments that met the error; each merged fragment counts.
 */
frequency: number, 
/**
 * When it was met last, in milliseconds since 1970.
 */
last_seen: number, 
/**
 * The least of the texts it was read from.
 */
trust: Trust, };

/**
 * The id of an [`ErrorPattern`](super::ErrorPattern): its type and keywords, so that the same error is
 * the same pattern for whoever writes it.
 */
export type ErrorPatternId = string;

/**
 * An estimate of a run that has not begun (BX-03).
 */
export type Estimate = { 
/**
 * The usual spending of a run like this.
 */
likely: Forecast, 
/**
 * Its spending if it uses all that the settings and the budget allow.
 */
most: Forecast, 
/**
 * The basis of both, for people.
 */
basis: string, 
/**
 * The documents of the request, in its order: they were read for the estimate.
 */
documents: Array<DocumentSize>, };

/**
 * One thing that happened in a run.
 */
export type Event = { "type": "runStarted", 
/**
 * Identifier of the Insight Doc, and so of the run.
 */
docId: string, 
/**
 * The question.
 */
question: string, 
/**
 * Language of the answer.
 */
language: Language, 
/**
 * Who does the thinking.
 */
engine: EngineLabel, 
/**
 * Embedding model, or `None` in keyword-only mode.
 */
embedder: string | null, } | { "type": "source", 
/**
 * Its name.
 */
document: string, 
/**
 * Unicode characters in its text.
 */
chars: number, 
/**
 * Repairs that were made while it was read, for people.
 */
notes: Array<string>, 
/**
 * Who reads it into memory; none for a document that memory holds.
 */
engine?: EngineLabel, } | { "type": "progress", 
/**
 * Current activity.
 */
activity: Activity, 
/**
 * Work done so far.
 */
done: number, 
/**
 * All the work that is known of; never less than `done`.
 */
total: number, } | { "type": "plan", 
/**
 * Its type.
 */
taskType: TaskType | null, 
/**
 * The step.
 */
task: string | null, } | { "type": "taskCompleted", 
/**
 * Its type.
 */
taskType: TaskType, 
/**
 * The step.
 */
task: string, 
/**
 * True if it succeeded.
 */
succeeded: boolean, 
/**
 * Its result, in a sentence or two.
 */
context: string, } | { "type": "nodeAdded", 
/**
 * The node.
 */
id: NodeId, 
/**
 * Its topic.
 */
context: string, 
/**
 * Its keywords.
 */
keywords: Array<string>, 
/**
 * Name of the document it comes from, where it comes from one.
 */
document: string | null, } | { "type": "nodeUpdated", 
/**
 * The node.
 */
id: NodeId, 
/**
 * Its topic.
 */
context: string, 
/**
 * Its keywords.
 */
keywords: Array<string>, } | { "type": "nodesLinked", 
/**
 * One end.
 */
from: NodeId, 
/**
 * The other end.
 */
to: NodeId, 
/**
 * Why.
 */
reason: string, } | { "type": "nodesDisputed", 
/**
 * The nodes.
 */
ids: Array<NodeId>, 
/**
 * Their conflicts.
 */
conflicts: Array<ConflictId>, 
/**
 * Descriptions of the conflicts, one line each.
 */
description: string, } | { "type": "nodesMerged", 
/**
 * The nodes that are gone.
 */
from: Array<NodeId>, 
/**
 * The node that took their place, its edges and entries.
 */
into: NodeId, 
/**
 * Topic of the new node.
 */
context: string, 
/**
 * The merge, told.
 */
description: string, } | { "type": "agentCall", 
/**
 * Who asked.
 */
agent: Agent, 
/**
 * The model.
 */
model: string, 
/**
 * Tokens that were read.
 */
inputTokens: number, 
/**
 * Input tokens that the endpoint had in its cache.
 */
cachedTokens: number, 
/**
 * Tokens that were written.
 */
outputTokens: number, 
/**
 * True if the counts are our estimates, because the endpoint counts none.
 */
estimated: boolean, 
/**
 * Cost of the call; `None` if the model's price is not known.
 */
cost: Cost | null, } | { "type": "budget", 
/**
 * Total spending of the run so far.
 */
spent: Spent, 
/**
 * Limits of the spending.
 */
limits: Budget, } | { "type": "toolStarted", 
/**
 * The tool.
 */
tool: string, 
/**
 * Arguments of the call, in a line.
 */
arguments: string, } | { "type": "toolCall", 
/**
 * The tool.
 */
tool: string, 
/**
 * Arguments of the call, in a line.
 */
arguments: string, 
/**
 * True if the tool could do what was asked.
 */
succeeded: boolean, 
/**
 * Result of the call, in a line.
 */
outcome: string, } | { "type": "memoryUsed", 
/**
 * Purpose of the items.
 */
purpose: MemoryPurpose, 
/**
 * What, each with where it was found and how far it can be trusted.
 */
items: Array<MemoryItem>, } | { "type": "loopFound", 
/**
 * The actions of one time round.
 */
actions: Array<string>, 
/**
 * The type of the error that is met each time.
 */
errorType: string, 
/**
 * Number of repeats.
 */
repeats: number, } | { "type": "learned", 
/**
 * Steps that were learned from.
 */
steps: number, 
/**
 * Telling parts that are kept.
 */
fragments: number, 
/**
 * Why nothing was learned, if that is so; for people.
 */
whyNothing: string | null, } | { "type": "answerDelta", 
/**
 * Its next words.
 */
text: string, } | { "type": "answered", 
/**
 * The answer.
 */
answer: Answer, } | { "type": "firstResult", 
/**
 * The result as it stands. Its vectors and relations by meaning are missing.
 */
result: ResearchResult, } | { "type": "warning", 
/**
 * Stable name.
 */
code: string, 
/**
 * Meaning and remedy.
 */
message: string, } | { "type": "runFinished", 
/**
 * Why it ended.
 */
termination: Termination, };

/**
 * A retrieved passage of an original text.
 */
export type EvidencePassage = { 
/**
 * The node whose Interaction Tree holds it.
 */
nodeId: NodeId, 
/**
 * The entry that holds it.
 */
entryId: EntryId, 
/**
 * Name of the document, or address of the page.
 */
document: string, 
/**
 * The page's title, where it has one.
 */
title: string | null, 
/**
 * When the page was published, as it writes it.
 */
published: string | null, 
/**
 * Trust label of its entry.
 */
trust: Trust, 
/**
 * Doubts about its node.
 */
doubts: Array<Doubt>, 
/**
 * Its position in the document's text, in Unicode characters.
 */
chars: Span, 
/**
 * Its position in the document's text, in UTF-8 bytes.
 */
bytes: Span, 
/**
 * Titles above it, outermost first.
 */
headings: Array<string>, 
/**
 * The passage, verbatim.
 */
text: string, 
/**
 * Its units, in order: what can be ranked, shown and cited by itself. Their bytes count from the passage's first.
 */
units?: Array<Unit>, 
/**
 * Fused score, 0 to 1.
 */
score: number, 
/**
 * Its keyword part, normalised by the best keyword score of the search.
 */
keyword: number, 
/**
 * Its cosine part.
 */
semantic: number, };

/**
 * Cursor of an export. Memories that are written meanwhile may be in the file or not. A content that was purged or
 * corrected and observed anew may be in it twice; an import takes it once.
 */
export type ExportCursor = { section: Section, 
/**
 * The last that was written of it.
 */
after: ListCursor | null, 
/**
 * Records so far.
 */
records: number, };

/**
 * A part of an exported file.
 */
export type ExportPage = { 
/**
 * Whole lines, to be appended to those before them.
 */
text: string, 
/**
 * Cursor of the next part; `None` after the last.
 */
next: ExportCursor | null, };

/**
 * A subject, a relation and a value: "user", "likes", "tea" (seed 004, 知识提取).
 */
export type Fact = { 
/**
 * Subject of the fact; [`Fact::USER`] for the user.
 */
subject: string, 
/**
 * Relation of subject and value.
 */
relation: string, 
/**
 * The value.
 */
value: string, };

/**
 * An entry that has faded.
 */
export type Fading = { 
/**
 * The entry.
 */
id: MemoryId, 
/**
 * Its strength now, below the threshold.
 */
strength: number, };

/**
 * Frequent failure and its remedies (seed 003, `get_failure_patterns`). Made by the consolidation, and kept.
 */
export type FailurePattern = { 
/**
 * The condition: a type of task …
 */
task_type: string, 
/**
 * … in a phase.
 */
phase: string, 
/**
 * Fragments that failed there.
 */
failed: number, 
/**
 * All fragments there.
 */
total: number, 
/**
 * The errors that went with the failures, the most frequent first.
 */
typical_errors: Array<string>, 
/**
 * Strategies against these errors in such tasks, and warnings, the surest first.
 */
prevention: Array<string>, };

/**
 * A forecast of a run's spending.
 */
export type Forecast = { 
/**
 * Requests.
 */
requests: number, 
/**
 * Tokens, read and written.
 */
tokens: number, 
/**
 * Money, by currency; cached input is not assumed to be cheaper.
 */
money: Record<string, number>, 
/**
 * Models and services without a known price: their cost is not in `money`.
 */
unpriced: Array<string>, };

/**
 * Why an entry was forgotten.
 */
export type ForgetReason = { "why": "asked" } | { "why": "faded", 
/**
 * Its strength when it was forgotten.
 */
strength: number, };

/**
 * A forgotten entry, kept until it is purged.
 */
export type Forgotten = { 
/**
 * The entry as it was.
 */
entry: MemoryEntry, 
/**
 * When it was forgotten, in milliseconds since 1970.
 */
forgotten_at: number, 
/**
 * Why.
 */
reason: ForgetReason, };

/**
 * Result of a call to forget.
 */
export type ForgottenMemories = { 
/**
 * Remembered entries that derive from the forgotten ones: summaries, insights, facts. A caller that wants these
 * gone as well forgets them too.
 */
derived: Array<MemoryId>, };

/**
 * A page of what was forgotten and can be brought back.
 */
export type ForgottenPage = { 
/**
 * The forgotten, what was forgotten last first.
 */
forgotten: Array<Forgotten>, 
/**
 * After which the next page begins; none where this is the last.
 */
next: ListCursor | null, };

/**
 * Why something was found.
 */
export type FoundBy = { "channel": ChannelRank } | { "dimension": Why };

/**
 * A telling part of a trajectory (seed 003, `Fragment`).
 *
 * Its texts hold the agent's actions and what is said of errors, never what tools returned.
 */
export type Fragment = { 
/**
 * [`FragmentId::of`] the trajectory it was cut from.
 */
id: FragmentId, 
/**
 * First and last step, from 0.
 */
step_range: [number, number], 
/**
 * Kind of the fragment.
 */
fragment_type: FragmentType, 
/**
 * Description of the event, for people and models.
 */
description: string, 
/**
 * Actions of the fragment; the middle of a long sequence is left out.
 */
action_sequence: Array<Action>, 
/**
 * Actions that resolved the error: those after its last occurrence. Empty if the error was not resolved.
 */
resolution: Array<Action>, 
/**
 * Outcome of the fragment.
 */
outcome: Outcome, 
/**
 * The type of its trajectory's task.
 */
task_type: string, 
/**
 * The phase it began in; blank where none is known.
 */
phase: string, 
/**
 * The type of its first error.
 */
error_type: string | null, 
/**
 * The keywords of that error.
 */
error_keywords: Array<string>, 
/**
 * When its last step was, in milliseconds since 1970.
 */
ended_at: number, 
/**
 * Number of fragments that this one stands for: itself and those merged into it.
 */
occurrences: number, 
/**
 * The methodology it was made part of, be that gone since: a case counts once.
 */
abstracted_into: MethodologyId | null, 
/**
 * The least of what its texts come from.
 */
trust: Trust, 
/**
 * Its description's.
 */
embedding: Embedding | null, };

/**
 * The id of a [`Fragment`](super::Fragment): its trajectory's, its place there, and what tells it from any other that
 * was ever there.
 */
export type FragmentId = string;

/**
 * Kind of a fragment.
 */
export type FragmentType = "error_recovery" | "exploration" | "successful_fix" | "failed_attempt" | "loop";

/**
 * A methodology that a run was given.
 */
export type Given = { 
/**
 * The methodology.
 */
methodology: MethodologyId, 
/**
 * Before which step, from 0. Given in an error, it is judged by whether the run got over that; otherwise,
 * and where it is not known, by how the run ended.
 */
step: number | null, };

/**
 * Rows as they are kept: what is listed, exported and imported. Each list is in the order of its ids, or of its pairs;
 * trajectories of a page are the newest first.
 */
export type GraphRows = { 
/**
 * Trajectories.
 */
trajectories: Array<Trajectory>, 
/**
 * Fragments.
 */
fragments: Array<Fragment>, 
/**
 * Error patterns.
 */
patterns: Array<ErrorPattern>, 
/**
 * Methodologies.
 */
methodologies: Array<Methodology>, 
/**
 * Which trajectory has which fragment.
 */
hasFragment: Array<HasFragment>, 
/**
 * Which fragment met which error.
 */
caused: Array<CausedError>, 
/**
 * Relations from error patterns to the methodologies against them.
 */
resolvedBy: Array<ResolvedBy>, 
/**
 * Failure patterns as of the last consolidation.
 */
failurePatterns: Array<FailurePattern>, };

/**
 * `Trajectory ──HAS_FRAGMENT(order)──> Fragment`. A merged fragment is in several trajectories.
 */
export type HasFragment = { 
/**
 * The trajectory.
 */
trajectory: TrajectoryId, 
/**
 * The fragment's place in it; unique there.
 */
order: number, 
/**
 * The fragment.
 */
fragment: FragmentId, };

/**
 * A call of hierarchical memory (AF-13), by its name.
 */
export type HierarchyRequest = { "op": "observe", 
/**
 * In their order.
 */
observations: Array<Observation>, } | { "op": "recall", 
/**
 * The query.
 */
query: RecallQuery, } | { "op": "getContext", 
/**
 * The query.
 */
query: RecallQuery, 
/**
 * Its most tokens.
 */
tokens: number, 
/**
 * Language of the labels.
 */
language: Language, } | { "op": "reflect", 
/**
 * Now, and not only if it is due.
 */
now: boolean, } | { "op": "consolidate", 
/**
 * Now, and not only if it is due.
 */
now: boolean, } | { "op": "due" } | { "op": "browse", 
/**
 * None for the first.
 */
after?: ListCursor | null, 
/**
 * Most results.
 */
limit: number, } | { "op": "entries", 
/**
 * The entries.
 */
ids: Array<MemoryId>, } | { "op": "edit", 
/**
 * The entry.
 */
id: MemoryId, 
/**
 * The new content.
 */
content: string, } | { "op": "forget", 
/**
 * The entries.
 */
ids: Array<MemoryId>, } | { "op": "restore", 
/**
 * The entries.
 */
ids: Array<MemoryId>, } | { "op": "purge", 
/**
 * The entries.
 */
ids: Array<MemoryId>, } | { "op": "forgotten", 
/**
 * None for the first.
 */
after?: ListCursor | null, 
/**
 * Most results.
 */
limit: number, } | { "op": "derivedFrom", 
/**
 * The entries.
 */
ids: Array<MemoryId>, } | { "op": "stats" } | { "op": "coreMemory" } | { "op": "setCoreMemory", 
/**
 * The block.
 */
block: CoreBlock, 
/**
 * The new text.
 */
text: string, } | { "op": "latestInputs" } | { "op": "workingMemory" } | { "op": "keepInMind", 
/**
 * It.
 */
item: ContextItem, } | { "op": "putOutOfMind", 
/**
 * Its id.
 */
id: MemoryId, } | { "op": "reEmbed" } | { "op": "export", 
/**
 * None for the first.
 */
cursor?: ExportCursor | null, } | { "op": "readImport", 
/**
 * The import, by a number that its sender makes up.
 */
import: number, 
/**
 * The part, from 0.
 */
part: number, 
/**
 * Its text; parts may be cut anywhere.
 */
text: string, } | { "op": "checkImport", 
/**
 * The import.
 */
import: number, } | { "op": "import", 
/**
 * The import.
 */
import: number, } | { "op": "dropImport", 
/**
 * The import.
 */
import: number, };

/**
 * Settings of hierarchical memory. A number that the seed names is the default; decision 16 gives the reasons for the
 * others.
 */
export type HierarchySettings = { 
/**
 * Inputs that the sensory buffer holds. Seed: 10.
 */
sensoryCapacity: number, 
/**
 * Tokens of working memory, core and context together. Default: 2000.
 */
workingMemoryTokens: number, 
/**
 * Cosine from which two memories are reported as near-duplicates. Default: 0.95.
 */
nearDuplicateCosine: number, 
/**
 * The same for two that are not so by meaning, or cannot be compared by it: the share of terms that both hold, of
 * those that either holds (Jaccard). Default: 0.8.
 */
nearDuplicateTerms: number, 
/**
 * Settings of search and ranking.
 */
retrieval: RecallSettings, 
/**
 * When and from what insights are made.
 */
reflection: ReflectionSettings, 
/**
 * Settings of compression and forgetting.
 */
consolidation: ConsolidationSettings, };

/**
 * Memory in numbers.
 */
export type HierarchyStats = { 
/**
 * Episodic memories that stand for themselves.
 */
episodic: number, 
/**
 * Semantic memories.
 */
semantic: number, 
/**
 * Importance since the last reflection.
 */
accumulatedImportance: number, 
/**
 * When the last reflection was, in milliseconds since 1970.
 */
reflectedAt: number | null, 
/**
 * When the last consolidation was, in milliseconds since 1970.
 */
consolidatedAt: number | null, 
/**
 * Inputs in the sensory buffer.
 */
latestInputs: number, 
/**
 * Work that is due.
 */
due: MemoryDue, };

/**
 * Result of an import.
 */
export type ImportedMemories = { 
/**
 * New entries, those of the forgotten included.
 */
imported: number, 
/**
 * Number of new entries that are forgotten ones, as in the file.
 */
forgotten: number, 
/**
 * Entries whose content was here already, remembered or forgotten, which stays as it is; and those whose content
 * stands in the file twice, which is taken once.
 */
duplicates: number, 
/**
 * New entries that got another id, because theirs is that of another memory here.
 */
renamed: number, 
/**
 * The file's core memory, which was not taken over: whoever wrote the file is not the user. The user may.
 */
core: CoreMemory | null, 
/**
 * True if all records were imported. After a cancelled import, another import of the same file continues.
 */
complete: boolean, };

/**
 * Numbers of imported rows that were new.
 */
export type ImportedRows = { 
/**
 * Trajectories that were not known.
 */
trajectories: number, 
/**
 * Trajectories that were known, and stay as they are.
 */
knownTrajectories: number, 
/**
 * Methodologies that were not known.
 */
methodologies: number, 
/**
 * Methodologies that were known, and stay as they are.
 */
knownMethodologies: number, };

/**
 * Result of an import.
 */
export type ImportedTrajectories = { 
/**
 * Numbers of new rows.
 */
rows: ImportedRows, 
/**
 * True if all rows were imported. After a cancelled import, another import of the same file continues.
 */
complete: boolean, };

/**
 * The state of a task: its goal, the finished steps, and at most one next step.
 */
export type InsightDoc = { doc_id: string, task_goal: string, completed_tasks: Array<CompletedTask>, pending_tasks: Array<string>, };

/**
 * Replacement for a model's reply.
 */
export type Instead = "plain_words" | "asked_again";

/**
 * Text that was read or said, word for word. An entry never changes and is never removed.
 */
export type InteractionEntry = { 
/**
 * Its id.
 */
entry_id: EntryId, 
/**
 * The full text.
 */
text: string, 
/**
 * When it was recorded, in milliseconds since 1970.
 */
timestamp: number, 
/**
 * Origin of the entry.
 */
metadata: EntryMetadata, 
/**
 * Attachments of the entry.
 */
attachments: Array<Attachment>, };

/**
 * The third layer of a [`TaskExport`].
 */
export type InteractionTreeExport = { 
/**
 * The entries by id.
 */
entries: { [key in EntryId]: InteractionEntry }, 
/**
 * The ids of each node's entries, merged nodes included.
 */
node_to_entries: { [key in NodeId]: Array<EntryId> }, 
/**
 * The merges, oldest first.
 */
merge_events: Array<MergeEvent>, };

/**
 * Entries that got a vector of the present model, one batch at a time.
 */
export type KeptVectors = { 
/**
 * Hierarchical memory.
 */
memoryVectors: ReEmbedded, 
/**
 * Trajectory memory.
 */
trajectoryVectors: ReEmbedded, };

/**
 * A language that prompts and rules exist in.
 */
export type Language = "en" | "zh";

/**
 * One of the latest inputs, as it came.
 */
export type LatestInput = { 
/**
 * The text.
 */
content: string, 
/**
 * Type of the memory.
 */
memoryType: MemoryType, 
/**
 * Layer that the input was meant for.
 */
layer: MemoryLayer, 
/**
 * Whose words it holds.
 */
speaker: Speaker, 
/**
 * Trust label of the input.
 */
trust: Trust, 
/**
 * When it was, in milliseconds since 1970.
 */
at: number, };

/**
 * Result of learning from a run.
 */
export type LearnReport = { 
/**
 * The run.
 */
id: TrajectoryId, 
/**
 * Telling parts of it that are kept.
 */
fragments: number, 
/**
 * True if a consolidation is due; `None` if the store did not answer after the run was written.
 */
consolidationDue: boolean | null, 
/**
 * Notes on degraded results.
 */
notes: Array<MemoryNote>, };

/**
 * The spending of a run (BX-03). It is computed from journalled effects alone, so a replay gives the same.
 */
export type Ledger = { 
/**
 * By agent and model, in the order of their first calls.
 */
models: Array<ModelSpending>, 
/**
 * By service, in the order of their first calls.
 */
services: Array<ServiceSpending>, 
/**
 * The sum.
 */
total: Spent, };

/**
 * Measure of the similarity of two memories.
 */
export type Likeness = "meaning" | "terms";

/**
 * The last of what was listed, the newest first, of one time the greater id first: the next page begins after it. It is a
 * place and not a row, so a list goes on though its last row is gone meanwhile.
 */
export type ListCursor = { 
/**
 * Its time, in milliseconds since 1970.
 */
at: number, 
/**
 * Its id.
 */
id: string, };

/**
 * The language model and its use. The key is the host's and is not here.
 */
export type LlmSettings = { 
/**
 * The endpoint: DeepSeek (`LLM_BASE_URL`).
 */
provider: Record<string, unknown>, 
/**
 * The model of all agents that name none: `deepseek-flash` (`LLM_MODEL`).
 */
model: string, 
/**
 * A model that sees, for images; `None`: the model above is shown them.
 */
visionModel?: string | null, 
/**
 * Most tokens of a reply: 4,096 (`LLM_MAX_TOKENS`).
 */
maxTokens: number, 
/**
 * Each agent's own.
 */
agents: AgentTable, 
/**
 * Which of the given documents the model reads itself: short ones.
 */
reads: Reads, 
/**
 * Model calls that one step may take: 60 (`MAX_LLM_CALL_PER_RUN`).
 */
maxCalls: number, 
/**
 * Turns in a row of one step that may bring nothing new before the agent must answer: 3.
 */
fruitlessTurns: number, 
/**
 * Tokens that a step's conversation may hold: 128,000 (`MAX_CONTEXT_TOKENS`).
 */
maxContextTokens: number, 
/**
 * The retry policy of failed calls.
 */
retry: Record<string, number>, 
/**
 * Milliseconds that a whole reply may take: 600,000. A slow model may need more.
 */
timeout: number, 
/**
 * Milliseconds without a byte after which a reply has stalled: 120,000. A model that loads, or reads a long
 * request, before its first word may need more.
 */
idleTimeout: number, };

/**
 * Settings of both memories; a missing one has its default.
 */
export type LongTermSettings = { 
/**
 * Settings of hierarchical memory.
 */
hierarchy: HierarchySettings, 
/**
 * Settings of trajectory memory.
 */
trajectories: TrajectorySettings, };

/**
 * A loop, and where it is.
 */
export type LoopInfo = { 
/**
 * Index of the first step of the loop among the states or signatures, from 0.
 */
first: number, 
/**
 * Its last state.
 */
last: number, 
/**
 * Number of times that the cycle ran.
 */
repeats: number, 
/**
 * One time round, as it was the last time; more than one step for `A B A B A B`. The keywords are those
 * that the times had in common.
 */
cycle: Array<LoopSignature>, };

/**
 * A loop, and ways out of it.
 */
export type LoopReport = { 
/**
 * Loop: its position and the repeated steps.
 */
found: LoopInfo, 
/**
 * Ways out that worked in other runs, the best first; empty if memory knows none.
 */
suggestions: Array<Recalled>, 
/**
 * Texts of the suggestions for a model.
 */
told: Array<Told>, };

/**
 * The parts of a step that decide whether it is a repetition (seed 003, `LoopSignature`).
 */
export type LoopSignature = { 
/**
 * The type of action.
 */
action_type: string, 
/**
 * The type of the error that it met; `None` if it met none.
 */
error_category: string | null, 
/**
 * Keywords of the error.
 */
error_keywords: Array<string>, 
/**
 * Names in the error; empty if it has none.
 */
error_names: Array<string>, 
/**
 * Tokens of the error, masked where they change each time.
 */
error_template: Array<string>, };

/**
 * The kind of a document's text.
 */
export type Media = "plain" | "markdown" | "html" | "code" | "pdf" | "word" | "epub" | "table";

/**
 * A reply, of its request's kind. Vectors are left out: they are long, and mean nothing to a reader.
 */
export type MemoryAnswer = ObservationReport | RecalledMemories | MemoryContext | ReflectionReport | ConsolidationOutcome | MemoryDue | MemoryPage | Array<MemoryEntry> | EditedMemory | ForgottenMemories | null | ForgottenPage | Array<MemoryId> | HierarchyStats | CoreMemory | Array<Displaced> | Array<LatestInput> | string | ContextItem | null | ReEmbedded | ExportPage | ImportedMemories | LearnReport | QueryReport | LoopReport | null | Array<MistakePattern> | MemoryStats | ConsolidationRounds | TrajectoryPage | GraphRows | GraphRows | boolean | ImportedTrajectories | MemoryReply | Upkeep | TaughtUpkeep | KeptVectors | TaughtVectors;

/**
 * A run's call to long-term memory (BX-06, CG-10).
 *
 * Every call may be made twice: by a run that was killed before the reply was stored. Observing the same twice
 * remembers it once, and learning a known run succeeds.
 */
export type MemoryCall = { "call": "observe", 
/**
 * The texts, at most [`MAX_TOLD`].
 */
told: Array<ToldText>, } | { "call": "recall", 
/**
 * The question.
 */
question: string, 
/**
 * Language of the labels.
 */
language: Language, 
/**
 * Tokens of the text, at most.
 */
tokens: number, 
/**
 * Ids of memories that the user does not want used.
 */
without: Array<string>, } | { "call": "advise", 
/**
 * The run's state, without a vector.
 */
state: State, 
/**
 * The repository; may be blank.
 */
repo: string, 
/**
 * Language of the labels.
 */
language: Language, 
/**
 * Ids of methodologies and fragments that the user does not want used.
 */
without: Array<string>, } | { "call": "escape", 
/**
 * The loop.
 */
found: LoopInfo, 
/**
 * Language of the labels.
 */
language: Language, 
/**
 * As in [`MemoryCall::Advise`].
 */
without: Array<string>, } | { "call": "learn", 
/**
 * The run; its outputs are blank.
 */
run: RawTrajectory, };

/**
 * Memories for a prompt, and the reasons for each.
 */
export type MemoryContext = { 
/**
 * The marked text, which is never stored as new, and the memories in it.
 */
context: RecalledContext, 
/**
 * Core memory, of which the text holds what fits.
 */
core: CoreMemory, 
/**
 * All that was recalled, each with why.
 */
recollection: Recollection, 
/**
 * Notes on degraded results.
 */
notes: Array<MemoryNote>, };

/**
 * Work that is due.
 */
export type MemoryDue = { 
/**
 * Enough importance has accumulated for a reflection.
 */
reflection: boolean, 
/**
 * There are more episodic memories than are kept as they are, or many in which no facts were looked for.
 */
consolidation: boolean, };

/**
 * One memory, episodic or semantic, with all that a store keeps of it.
 */
export type MemoryEntry = { 
/**
 * Its id.
 */
id: MemoryId, 
/**
 * Content of the memory: up to [`MAX_CONTENT_CHARS`] characters, all of them visible.
 */
content: string, 
/**
 * Type of the memory.
 */
memory_type: MemoryType, 
/**
 * Layer of the memory.
 */
layer: MemoryLayer, 
/**
 * When it was made, or told last, in milliseconds since 1970. Of what is made of memories: the time of its newest
 * source.
 */
created_at: number, 
/**
 * When it was last recalled or observed again, in milliseconds since 1970.
 */
last_accessed: number, 
/**
 * 0 to 1.
 */
importance: number, 
/**
 * Number of recalls and repeated observations.
 */
access_count: number, 
/**
 * Memories that belong to it, near-duplicates among them.
 */
related_ids: Array<MemoryId>, 
/**
 * The memories that it was made of (the seed's `source_id`): of an insight, a summary, a fact.
 */
source_ids: Array<MemoryId>, 
/**
 * The summary that stands for it. While that summary is remembered it is what lists by time and importance hold in
 * this entry's place; by its own words and meaning, and in a range of time, this one is found at all times.
 */
summary_id: MemoryId | null, 
/**
 * The content's vector; none where no embedder runs.
 */
embedding: Embedding | null, 
/**
 * [`ContentHash::of`] the content; [`ContentHash::as_told`] where another entry of its layer has that. Two entries of one
 * layer never have the same.
 */
content_hash: string, 
/**
 * At most that of the least trusted memory it was made of.
 */
trust: Trust, 
/**
 * Whose words it holds.
 */
speaker: Speaker, 
/**
 * The content as structured knowledge, where it is that.
 */
fact: Fact | null, 
/**
 * True if facts were looked for in the entry.
 */
facts_taken: boolean, };

/**
 * The id of a [`MemoryEntry`](super::MemoryEntry), a UUID.
 */
export type MemoryId = string;

/**
 * Something that a run is given, and why.
 */
export type MemoryItem = { 
/**
 * Its id in memory, by which it can be excluded.
 */
id: string, 
/**
 * Its kind.
 */
kind: MemoryItemKind, 
/**
 * True if it warns against an action.
 */
isWarning: boolean, 
/**
 * Its words. Untrusted text, with any label.
 */
text: string, 
/**
 * Trust in the item.
 */
trust: Trust, 
/**
 * The channels that found it.
 */
foundBy: Array<FoundBy>, };

/**
 * The kind of a [`MemoryItem`].
 */
export type MemoryItemKind = "memory" | "core" | "methodology" | "fragment";

/**
 * Layer of a memory.
 */
export type MemoryLayer = "episodic" | "semantic";

/**
 * Note on a degraded result; nothing was lost by it.
 */
export type MemoryNote = { "note": "embedder_failed", 
/**
 * Number of texts.
 */
texts: number, 
/**
 * Message of the first failure.
 */
detail: string, } | { "note": "words_failed", 
/**
 * Task of the model.
 */
task: WordsTask, 
/**
 * Number of failed requests.
 */
requests: number, 
/**
 * Replacement for the reply.
 */
instead: Instead, 
/**
 * Message of the first failure.
 */
detail: string, } | { "note": "accesses_not_written", 
/**
 * Message of the store.
 */
detail: string, } | { "note": "content_cut", 
/**
 * Number of texts.
 */
texts: number, 
/**
 * Characters of their middles that are not kept.
 */
left_out: number, } | { "note": "forgotten_meanwhile", 
/**
 * Number of memories.
 */
memories: number, };

/**
 * The differences of one request from the settings.
 */
export type MemoryOptions = { 
/**
 * As [`MemorySettings::observe`]; the settings' unless set.
 */
observe?: boolean | null, 
/**
 * As [`MemorySettings::recall`].
 */
recall?: boolean | null, 
/**
 * As [`MemorySettings::advise`].
 */
advise?: boolean | null, 
/**
 * As [`MemorySettings::learn`].
 */
learn?: boolean | null, 
/**
 * Ids of memories, methodologies and fragments that this run must not get; copies of an excluded fragment are
 * excluded with it.
 */
without: Array<string>, };

/**
 * A page of what is remembered.
 */
export type MemoryPage = { 
/**
 * The entries, the newest first, those that a summary stands for too.
 */
entries: Array<MemoryEntry>, 
/**
 * After which the next page begins; none where this is the last.
 */
next: ListCursor | null, };

/**
 * Purpose for which a run uses an item of long-term memory.
 */
export type MemoryPurpose = "planning" | "step" | "loop";

/**
 * The reply of long-term memory: each call has its own kind, besides `Unavailable`.
 */
export type MemoryReply = { "reply": "observed", 
/**
 * Texts that are remembered now, including those remembered before.
 */
kept: number, 
/**
 * Parts that were left out, for people.
 */
notes: Array<string>, } | { "reply": "recalled", 
/**
 * The marked text, and the memories in it.
 */
context: RecalledContext, 
/**
 * These blocks of core memory and memories, in their order.
 */
items: Array<MemoryItem>, 
/**
 * Parts that were left out, for people.
 */
notes: Array<string>, } | { "reply": "advised", 
/**
 * The best first.
 */
items: Array<MemoryItem>, 
/**
 * Parts that were left out, for people.
 */
notes: Array<string>, } | { "reply": "learned", 
/**
 * Telling parts of the run that are kept.
 */
fragments: number, 
/**
 * Parts that were left out, for people.
 */
notes: Array<string>, } | { "reply": "unavailable", 
/**
 * Stable name: `memory_absent`, `memory_off`, or the failure's.
 */
code: string, 
/**
 * Why, for people.
 */
why: string, };

/**
 * A call of one of the memories. [`Self::from_json`] reads it.
 */
export type MemoryRequest = { "memory": "hierarchy" } & HierarchyRequest | { "memory": "trajectories" } & TrajectoryRequest | { "memory": "run", 
/**
 * The call.
 */
call: MemoryCall, } | { "memory": "upkeep", 
/**
 * True if there is nothing else to do, which lowers the threshold to begin.
 */
idle: boolean, } | { "memory": "vectors" };

/**
 * Among which entries is looked. The default: all that are remembered.
 *
 * An entry that a remembered summary stands for is found by its words, by its meaning and in a range of time, for a summary
 * does not say all and is of its last day; lists by time and by importance without a range have the summary in its place.
 */
export type MemoryScope = { 
/**
 * Only this layer.
 */
layer: MemoryLayer | null, 
/**
 * Only these types; of all types, if none is named.
 */
types: Array<MemoryType>, 
/**
 * Only the words of this speaker.
 */
speaker: Speaker | null, 
/**
 * Only first-hand entries ([`MemoryEntry::is_first_hand`]).
 */
firstHand: boolean, 
/**
 * Only entries made in this range.
 */
range: TimeRange | null, 
/**
 * Only entries in which facts were looked for, or were not.
 */
factsTaken: boolean | null, };

/**
 * A run's use of long-term memory, if the host has one (BX-06). Memory has its own settings, except those by which a
 * run's steps are read while it is under way.
 */
export type MemorySettings = { 
/**
 * True if memory stores the user's question and its context, never documents or pages. Default: true.
 */
observe: boolean, 
/**
 * True if plans get memories of the user. Default: true. Requires a language model.
 */
recall: boolean, 
/**
 * True if steps get advice from earlier runs, and are checked for loops. Default: true. Requires a language model.
 */
advise: boolean, 
/**
 * True if memory learns from the run when it has ended. Default: true. Requires a language model, whose steps are
 * the lesson.
 */
learn: boolean, 
/**
 * Tokens of the user's memories in a plan's prompt: 600.
 */
recallTokens: number, 
/**
 * Tokens of advice in the conversation of a step: 800.
 */
adviceTokens: number, 
/**
 * Keywords of an error that a step met, as memory's own setting of the name: 3.
 */
errorKeywords: number, 
/**
 * The same predicament this often is a loop, as memory's own setting of the name: 3.
 */
loopRepeats: number, 
/**
 * The longest cycle of actions that is looked for, as memory's own setting of the name: 4.
 */
loopPeriod: number, };

/**
 * Statistics of a memory (seed 003, `get_stats`). Common mistakes have a query by situation.
 */
export type MemoryStats = { 
/**
 * All trajectories.
 */
trajectories: number, 
/**
 * The share whose task was done; 0 without any.
 */
success_rate: number, 
/**
 * All fragments.
 */
fragments: number, 
/**
 * All methodologies.
 */
methodologies: number, 
/**
 * Trajectories learned since the last consolidation.
 */
learned_since: number, 
/**
 * When the last consolidation was, in milliseconds since 1970.
 */
consolidated_at: number | null, 
/**
 * Frequency of each type of error.
 */
error_frequency: { [key in string]: number }, 
/**
 * Which error follows which, and how probably.
 */
error_transitions: { [key in string]: { [key in string]: number } }, 
/**
 * Failure patterns.
 */
failure_patterns: Array<FailurePattern>, };

/**
 * Type of a memory (seed 004, 记忆类型).
 */
export type MemoryType = "observation" | "thought" | "action" | "reflection" | "plan" | "conversation";

/**
 * Record of a merge of nodes.
 */
export type MergeEvent = { 
/**
 * Its id.
 */
event_id: string, 
/**
 * The nodes that are gone.
 */
merged_node_ids: Array<NodeId>, 
/**
 * The node in their place.
 */
new_node_id: NodeId, 
/**
 * When, in milliseconds since 1970.
 */
timestamp: number, 
/**
 * Why and how.
 */
description: string, 
/**
 * Ruling of the validation on the nodes; `None` if it did not take a side.
 */
ruling: Ruling | null, };

/**
 * Summary of many similar fragments in words (seed 003, `Methodology`).
 */
export type Methodology = { 
/**
 * [`MethodologyId::of`] its group.
 */
id: MethodologyId, 
/**
 * Advice or warning.
 */
kind: MethodologyKind, 
/**
 * When it applies.
 */
situation: string, 
/**
 * Action to take or to avoid.
 */
strategy: string, 
/**
 * [`confidence`] of the two counts.
 */
confidence: number, 
/**
 * Cases it was made from, and runs it was given to that went well.
 */
success_count: number, 
/**
 * Runs it was given to that did not.
 */
failure_count: number, 
/**
 * The error it is about.
 */
error_type: string | null, 
/**
 * The type of task it is about.
 */
task_type: string, 
/**
 * The newest of its sources, at most [`Methodology::LISTED_SOURCES`]; each fragment names its
 * methodology itself.
 */
sources: Array<FragmentId>, 
/**
 * Total number of sources.
 */
source_count: number, 
/**
 * When it was made, in milliseconds since 1970.
 */
created: number, 
/**
 * When it was given to a run last.
 */
last_used: number | null, 
/**
 * The least of its sources, and of who put it into words.
 */
trust: Trust, 
/**
 * Vector of situation and strategy.
 */
embedding: Embedding | null, };

/**
 * Format of methodologies, or none (CG-11).
 */
export type MethodologyFormat = "naturalLanguage" | "fields" | "off";

/**
 * The id of a [`Methodology`](super::Methodology): its kind, error type and task type, so that a group
 * of fragments has one methodology for whoever consolidates.
 */
export type MethodologyId = string;

/**
 * Kind of a methodology: advice or a warning.
 */
export type MethodologyKind = "advice" | "warning";

/**
 * Something that was done wrong again and again.
 */
export type MistakePattern = { 
/**
 * The error, if one was met.
 */
error_type: string | null, 
/**
 * A vain attempt, or a loop.
 */
fragment_type: FragmentType, 
/**
 * Description of the latest failure.
 */
description: string, 
/**
 * Number of failures.
 */
count: number, 
/**
 * The latest of them, at most five.
 */
examples: Array<FragmentId>, };

/**
 * The price of a model, for a million tokens.
 */
export type ModelPrice = { 
/**
 * Its name; also of its dated versions, `name-2026-01-31`.
 */
model: string, 
/**
 * Its endpoint, such as `https://api.deepseek.com`; `None`: any.
 */
endpoint?: string | null, 
/**
 * Three capital letters: `USD`.
 */
currency: string, 
/**
 * Tokens that it reads.
 */
input: number, 
/**
 * Tokens that it reads from its cache; `None`: as any other.
 */
cachedInput: number, 
/**
 * Tokens that it writes, thoughts included.
 */
output: number, 
/**
 * The source of the price.
 */
source: string, 
/**
 * The date of the price.
 */
asOf: string, };

/**
 * Spending of one agent on one model.
 */
export type ModelSpending = { 
/**
 * The agent.
 */
agent: Agent, 
/**
 * The model.
 */
model: string, 
/**
 * Requests, those that failed included.
 */
calls: number, 
/**
 * Tokens that were read.
 */
inputTokens: number, 
/**
 * Input tokens that the endpoint had in its cache.
 */
cachedTokens: number, 
/**
 * Tokens that were written.
 */
outputTokens: number, 
/**
 * Calls whose tokens are estimates, because the endpoint counted none.
 */
estimatedCalls: number, 
/**
 * Their cost; `None` if the model's price is unknown.
 */
cost: Cost | null, };

/**
 * A memory that says nearly the same as a new one. Both are kept.
 */
export type NearDuplicate = { 
/**
 * The other memory.
 */
id: MemoryId, 
/**
 * Similarity, 0 to 1.
 */
similarity: number, 
/**
 * Measure of the similarity.
 */
by: Likeness, };

/**
 * A run that begins.
 */
export type NewRun = { 
/**
 * Its identifier, unique in a store.
 */
id: string, 
/**
 * The question, for people who choose among runs.
 */
question: string, 
/**
 * Version of its journal's lines.
 */
format: number, 
/**
 * Time of creation, in milliseconds since the Unix epoch.
 */
created: number, 
/**
 * The first lines of the journal, with the request.
 */
lines: Array<string>, 
/**
 * Bodies that they point at.
 */
bodies: Array<Body>, };

/**
 * A newer memory of the same matter.
 */
export type Newer = { 
/**
 * The memory.
 */
id: MemoryId, 
/**
 * Its time, in milliseconds since 1970. If it replaces the older one, that held until then.
 */
at: number, 
/**
 * True if both memories cannot hold at one time.
 */
replaces: boolean, };

/**
 * The id of a [`QueryGraphNode`](super::QueryGraphNode), a UUID in the seeds.
 */
export type NodeId = string;

/**
 * Something to be remembered. What is not said of it is what gives it least weight: a source's words, of which nobody
 * knows where they come from.
 */
export type Observation = { 
/**
 * The text. What is marked as recalled from memory is left out of it; of more than 16,000 characters the head and the
 * tail are kept, and a note says so.
 */
content: string, 
/**
 * Type of the memory.
 */
memoryType: MemoryType, 
/**
 * Layer of the memory.
 */
layer: MemoryLayer, 
/**
 * Whose words it holds.
 */
speaker: Speaker, 
/**
 * Trust label of the memory.
 */
trust: Trust, 
/**
 * Importance, 0 to 1; `None` for an estimate.
 */
importance?: number | null, 
/**
 * Memories that belong to it.
 */
relatedIds: Array<MemoryId>, 
/**
 * When it was, in milliseconds since 1970; none for now.
 */
at: number | null, 
/**
 * The content as structured knowledge. One about the user is taken from first-hand words alone.
 */
fact?: Fact | null, };

/**
 * Report of observations.
 */
export type ObservationReport = { 
/**
 * One for each, in their order.
 */
memories: Array<ObservedMemory>, 
/**
 * Work that is due; `None` if the store did not answer after all was written.
 */
due: MemoryDue | null, 
/**
 * Notes on degraded results.
 */
notes: Array<MemoryNote>, };

/**
 * Result of an observation.
 */
export type ObservedMemory = { "kept": Admission } | { "refused": RefusedObservation };

/**
 * Outcome of a fragment.
 */
export type Outcome = "recovered" | "succeeded" | "continued" | "failed";

/**
 * A title of a document.
 */
export type OutlineTitle = { 
/**
 * Its words.
 */
words: string, 
/**
 * Its level, 1 for the outermost.
 */
level: number, };

/**
 * Prices. The first that fits counts; a subject without one has an unknown price, which is not zero.
 */
export type PriceList = { 
/**
 * Prices of language models.
 */
models: Array<ModelPrice>, 
/**
 * Prices of services that are paid by the call: web search, page reading.
 */
calls: Array<CallPrice>, };

/**
 * The second layer of a [`TaskExport`].
 */
export type QueryGraphExport = { 
/**
 * The nodes by id.
 */
nodes: { [key in NodeId]: QueryGraphNode }, 
/**
 * The conflicts by id, those that are over included.
 */
conflicts: { [key in ConflictId]: Conflict }, };

/**
 * One topic: its summary and how to find it.
 *
 * Unknown fields are ignored: exports up to version 4 say `gives_orders` here.
 */
export type QueryGraphNode = { 
/**
 * Its id.
 */
id: NodeId, 
/**
 * The structured summary with its evidence.
 */
summary: string, 
/**
 * The topic in one line.
 */
context: string, 
/**
 * Keywords to find the node by.
 */
keywords: Array<string>, 
/**
 * The unit vector of [`Self::embedding_text`]; none where no embedder runs. In JSON base64 of
 * little-endian `f32`.
 */
embedding: string | null, 
/**
 * Name and build of the model that made the vector.
 */
embedding_model: string | null, 
/**
 * When it was made, in milliseconds since 1970.
 */
timestamp: number, 
/**
 * At most that of the least trusted text it was made of.
 */
trust: Trust, 
/**
 * The related nodes.
 */
links: Array<NodeId>, 
/**
 * The open conflicts that it stands in; the graph has them.
 */
disputed: Array<ConflictId>, };

/**
 * Result of a query at a step, with the reason for each item.
 */
export type QueryReport = { 
/**
 * The items, with the dimensions they were found in.
 */
result: RetrievalResult, 
/**
 * Texts for a model: solutions of the error, advice, warnings, similar cases, in this order.
 */
told: Array<Told>, 
/**
 * The methodologies among these. A run that was given them names them when it is learned, so that they are judged
 * by how it went.
 */
given: Array<MethodologyId>, 
/**
 * Notes on degraded results.
 */
notes: Array<MemoryNote>, };

/**
 * Words that stand in a source, or in the summary that was made of it.
 */
export type Quote = { 
/**
 * The words.
 */
text: string, 
/**
 * Place of the words in the source; `None` for a summary's own words.
 */
place: QuotePlace | null, 
/**
 * The date, version or period that they are told to hold for, as written; `None` where none is stated.
 */
as_of: string | null, };

/**
 * Place of a quote.
 */
export type QuotePlace = { 
/**
 * The entry.
 */
entry: EntryId, 
/**
 * Bytes of its text.
 */
span: Span, };

/**
 * One step of a run.
 */
export type RawStep = { 
/**
 * Its id, if it has one.
 */
id: string | null, 
/**
 * The type of action: a tool's name, mostly.
 */
action: string, 
/**
 * Input of the action: a tool's arguments, a command.
 */
input: string, 
/**
 * Output of the action. Searched for errors, and not kept.
 */
output: string, 
/**
 * Message of the error, if there was one.
 */
error: string | null, 
/**
 * The phase of the task; where there is none, it is told by the action.
 */
phase: string | null, 
/**
 * When it was, in milliseconds since 1970.
 */
at: number | null, 
/**
 * Trust label of output and error: [`Trust::Given`] if they come from the user's own machine. The message of an
 * error is kept only then; otherwise only its type and keywords are kept.
 */
trust: Trust, };

/**
 * A run as an agent hands it in.
 *
 * Steps are in the order in which they were done, whatever their times say: a clock that went backwards is
 * taken to have stood still. What is marked as recalled is left out of the texts, or memory would learn its own
 * words.
 */
export type RawTrajectory = { 
/**
 * Its id; a trajectory is learned once.
 */
id: TrajectoryId, 
/**
 * Id of the task that the run attempted.
 */
instance_id: string, 
/**
 * Subject of the work: a repository, a site, a document.
 */
repo: string, 
/**
 * The type of task; blank is `other`.
 */
task_type: string, 
/**
 * The task in words.
 */
problem_statement: string, 
/**
 * The tools it had; where there are none, those that `system_prompt` lists.
 */
tools: Array<string>, 
/**
 * System prompt of the run.
 */
system_prompt: string, 
/**
 * True if the task was done.
 */
success: boolean, 
/**
 * When it began, in milliseconds since 1970; 0, where no step has a time either, for when it is learned.
 */
started_at: number, 
/**
 * Steps of the run, in order.
 */
steps: Array<RawStep>, 
/**
 * The methodologies that it was given.
 */
given: Array<Given>, 
/**
 * True to search the output of a step that names no error for one: for agents whose tools print their errors.
 * Outputs of pages are never searched: an error described on a page is not an error of the run.
 */
errors_in_outputs: boolean, 
/**
 * Trust label of the agent's own words.
 */
trust: Trust, };

/**
 * Result of a call to embed again.
 */
export type ReEmbedded = { 
/**
 * Texts that have a vector of the present model now: memories, or what is told of runs, parts of them and methodologies.
 */
embedded: number, 
/**
 * Texts that were looked at.
 */
lookedAt: number, 
/**
 * True if all texts were looked at. If not, another call continues with the rest.
 */
complete: boolean, 
/**
 * Notes on degraded results.
 */
notes: Array<MemoryNote>, };

/**
 * Page reading (MB-20).
 */
export type ReaderSettings = { 
/**
 * Jina Reader's address: `https://r.jina.ai`; empty to fetch pages only directly. If the service fails, pages are
 * fetched directly.
 */
baseUrl: string, 
/**
 * True if addresses of the user's local network may be read, and then those that the user or a page within that
 * network names: a page of the internet leads nobody into it. Link-local addresses, where clouds keep a machine's
 * keys, are never read. If the platform resolves names, as Node does, a host is judged by its IP addresses,
 * otherwise by its name. Default: false.
 */
allowLocal: boolean, 
/**
 * True if links in pages that were read may be followed; otherwise only the user's addresses and search results.
 * Default: false.
 */
followLinks: boolean, 
/**
 * Windows of a page that the reading agent reads at most: 4.
 */
windows: number, };

/**
 * Which of the documents that a run is given its model reads itself. The others are read by their words, without it.
 */
export type Reads = "short" | "all" | "none";

/**
 * A ranked list that takes part in recall.
 */
export type RecallChannel = "semantic" | "keyword" | "temporal" | "importance" | "personal" | "procedural" | "later";

/**
 * Deviation of a recall from its request.
 */
export type RecallNote = { "note": "no_embedding" } | { "note": "not_comparable", 
/**
 * Number of entries.
 */
entries: number, } | { "note": "query_cut" } | { "note": "vanished", 
/**
 * Number of entries.
 */
entries: number, };

/**
 * Query of a recall.
 */
export type RecallQuery = { 
/**
 * The question; empty for whatever is new and important.
 */
text: string, 
/**
 * Strategy; `None` lets the query decide.
 */
strategy?: RecallStrategy | null, 
/**
 * Results; none for the setting's number.
 */
limit: number | null, 
/**
 * Among which memories.
 */
scope: MemoryScope, 
/**
 * Minutes by which the user's clock is ahead of UTC.
 */
offset: number, };

/**
 * Parts of a score. Each part lies between 0 and 1 by its own definition, so none is rescaled: the score of a memory
 * does not depend on the other results.
 */
export type RecallScore = { 
/**
 * [`recency`]: 1 for what is new, or of the time that the query names.
 */
recency: number, 
/**
 * The entry's importance.
 */
importance: number, 
/**
 * The greater of the cosine, negative ones counting 0, and the share of the query's terms that
 * the entry holds.
 */
relevance: number, 
/**
 * `α · recency + β · importance + γ · relevance`.
 */
total: number, };

/**
 * Settings of search and ranking (seed 004, 配置检索).
 */
export type RecallSettings = { 
/**
 * Results where nothing else is asked for. Seed: 10.
 */
defaultLimit: number, 
/**
 * α, the weight of recency. Seed: 1.
 */
alpha: number, 
/**
 * β, the weight of importance. Seed: 1.
 */
beta: number, 
/**
 * γ, the weight of relevance. Seed: 1.5.
 */
gamma: number, 
/**
 * Factor of recency in an hour. Default: 0.995 (Generative Agents, §4.1).
 */
decay: number, 
/**
 * The bearing below which a memory is not told to a prompt, unless the user calls it important. Default: 0.5, fitted
 * by `benches/judgement/recall.mjs`, with all-MiniLM-L6-v2 and by words alone.
 */
leastRelevance: number, 
/**
 * The constant of reciprocal rank fusion. Default: 60.
 */
rankConstant: number, 
/**
 * Entries that each channel is asked for. Default: 50.
 */
channelLimit: number, 
/**
 * Factor of the wanted number of results that passes from the fusion by ranks to the score. Default: 3.
 */
poolFactor: number, };

/**
 * Strategy of a recall (seed 004, 支持的策略; AF-11).
 */
export type RecallStrategy = "semantic" | "keyword" | "temporal" | "importance" | "hybrid";

/**
 * Something recalled, and why.
 */
export type Recalled = { 
/**
 * What.
 */
item: RecalledItem, 
/**
 * Score of the rank: reciprocal ranks, raised by the bonuses.
 */
score: number, 
/**
 * The dimensions it was found in, in their order; at least one.
 */
why: Array<Why>, 
/**
 * Success rate of a methodology against the error; `None` for other items.
 */
success_rate: number | null, 
/**
 * Average number of steps of a methodology against the error; `None` for other items.
 */
avg_steps: number | null, };

/**
 * Memories for a prompt.
 */
export type RecalledContext = { 
/**
 * The marked text; empty where nothing fits.
 */
text: string, 
/**
 * The blocks of core memory in it, before all memories.
 */
core: Array<CoreBlock>, 
/**
 * The memories in it, in their order.
 */
included: Array<MemoryId>, 
/**
 * Number of memories that did not fit.
 */
leftOut: number, };

/**
 * Something that memory holds.
 */
export type RecalledItem = { "type": "methodology" } & Methodology | { "type": "fragment" } & Fragment;

/**
 * Result of a recall.
 */
export type RecalledMemories = { 
/**
 * The memories, each with why.
 */
recollection: Recollection, 
/**
 * Notes on degraded results.
 */
notes: Array<MemoryNote>, };

/**
 * A memory that was recalled, and why.
 */
export type RecalledMemory = { 
/**
 * The memory.
 */
entry: MemoryEntry, 
/**
 * Its score and what that is made of.
 */
score: RecallScore, 
/**
 * The lists that found it.
 */
ranks: Array<ChannelRank>, 
/**
 * Its reciprocal ranks in these lists, summed.
 */
fused: number, 
/**
 * The cosine to the query; none where the two cannot be compared.
 */
cosine: number | null, 
/**
 * The terms of the query that it holds.
 */
matchedTerms: Array<string>, 
/**
 * True if the memory was made in the time that the query names; `None` if the query names no time.
 */
inTime: boolean | null, 
/**
 * Bearing on the query, from 0 on; see [`Self::bears_on_query`].
 */
bearing: number, 
/**
 * The newest memory of the same matter, if that was recalled, too, and is newer.
 */
newer: Newer | null, };

/**
 * Recalled memories, the best first.
 */
export type Recollection = { 
/**
 * Strategy of the recall.
 */
strategy: RecallStrategy, 
/**
 * The memories.
 */
memories: Array<RecalledMemory>, 
/**
 * Deviations from the request.
 */
notes: Array<RecallNote>, };

/**
 * Report of a reflection.
 */
export type ReflectionReport = { 
/**
 * True if a reflection took place: it was due, or requested.
 */
done: boolean, 
/**
 * Questions that were looked up.
 */
questions: number, 
/**
 * Insights that are remembered, as new entries or as ones that were there.
 */
insights: Array<Admission>, 
/**
 * Answers that were not kept.
 */
refused: Array<RefusedInsight>, 
/**
 * Notes on degraded results.
 */
notes: Array<MemoryNote>, };

/**
 * When and from what insights are made (seed 004, 反思机制).
 */
export type ReflectionSettings = { 
/**
 * Importance, summed since the last reflection, that triggers one. Seed: 10.
 */
threshold: number, 
/**
 * Newest memories that are looked through. Default: 100 (Generative Agents, §4.2).
 */
recent: number, 
/**
 * The most important of them, which questions are asked about. Default: 20.
 */
memories: number, 
/**
 * Questions. Default: 3 (Generative Agents, §4.2).
 */
questions: number, 
/**
 * Memories that an insight is made from, at most. Default: 8.
 */
evidence: number, };

/**
 * Why a fact of a reply is not kept.
 */
export type RefusedFact = "malformed" | "without_source" | "about_user_from_others_words" | "value_not_in_source" | "too_many" | "forgotten";

/**
 * An insight that is not kept, and why.
 */
export type RefusedInsight = "nothing" | "about_user_from_others_words" | "repeats_question";

/**
 * Why an observation is not kept.
 */
export type RefusedObservation = "nothing_to_remember" | "importance_out_of_range" | "malformed_fact" | "about_user_from_others_words" | "impossible_time";

/**
 * A finished run: its answer and its memory.
 */
export type ResearchResult = { 
/**
 * Identifier of the Insight Doc, and so of the run.
 */
docId: string, 
/**
 * The question.
 */
question: string, 
/**
 * Language of the answer's label, and of the words to put around the answer (BX-09).
 */
language: Language, 
/**
 * The answer; `None` where the run ended before one was written.
 */
answer: Answer | null, 
/**
 * The passages that the answer was made from, best first.
 */
retrieved: Array<EvidencePassage>, 
/**
 * First layer: the state of the task.
 */
insightDoc: InsightDoc, 
/**
 * Second layer: topics and their links.
 */
queryGraph: QueryGraphExport, 
/**
 * Third layer: the original texts.
 */
interactionTree: InteractionTreeExport, 
/**
 * The documents that were read.
 */
documents: Array<DocumentSummary>, 
/**
 * Usage of the run.
 */
usage: Usage, 
/**
 * Why the run ended.
 */
termination: Termination, 
/**
 * The failure, where the run ended in one.
 */
error?: RunFailure, 
/**
 * Who did the thinking.
 */
engine: EngineLabel, 
/**
 * The embedding model; `None` in keyword-only mode.
 */
embedder: string | null, 
/**
 * True if it comes from an imported file, or from a memory that does. Quotations stand in that memory's texts. Its
 * summaries, disputes and answer, and the texts themselves, were not checked against a source.
 */
imported: boolean, };

/**
 * `ErrorPattern ──RESOLVED_BY(success_rate, avg_steps)──> Methodology`; once for a pair. A warning is related
 * to its patterns by it too, with a success rate of 0.
 */
export type ResolvedBy = { 
/**
 * The error.
 */
pattern: ErrorPatternId, 
/**
 * Methodology against the error pattern.
 */
methodology: MethodologyId, 
/**
 * The share of the methodology's cases and uses that went well, as of the last consolidation; 0 for a warning.
 */
success_rate: number, 
/**
 * Steps that its cases with this error took on average.
 */
avg_steps: number, 
/**
 * Number of cases in the average.
 */
cases: number, };

/**
 * Result of a retrieval for a run (seed 003, `retrieve`). No item is in two of the lists; each has the best first and
 * at most [`TrajectorySettings::top_k`](crate::trajectory::TrajectorySettings::top_k).
 */
export type RetrievalResult = { 
/**
 * Advice that was not found by the error.
 */
methodologies: Array<Recalled>, 
/**
 * Fragments of similar cases that did not fail.
 */
similar_fragments: Array<Recalled>, 
/**
 * Items that help against the error: advice, and fragments that recovered.
 */
error_solutions: Array<Recalled>, 
/**
 * Methodologies that warn, and fragments that failed.
 */
warnings: Array<Recalled>, };

/**
 * Changes of consolidations.
 */
export type Revised = { 
/**
 * Methodologies that were made or changed.
 */
methodologies: Array<MethodologyId>, 
/**
 * Methodologies that went because they did not help.
 */
removed: Array<MethodologyId>, 
/**
 * Fragments that became part of a methodology.
 */
abstracted: number, 
/**
 * Methodologies and fragments that said the same as another and became one with it.
 */
merged: number, 
/**
 * Fragments that went: failures beyond those that are kept, and such of no run.
 */
removedFragments: number, };

/**
 * A conflict that validation decided: the statement of one node holds, that of the others is refuted.
 */
export type Ruling = { 
/**
 * The merged node whose statement holds.
 */
upheld: NodeId, 
/**
 * The conflicts that it decided; the graph has them.
 */
conflicts: Array<ConflictId>, 
/**
 * On what grounds it was decided.
 */
grounds: string, };

/**
 * A failure that ended a run.
 */
export type RunFailure = { 
/**
 * Stable name.
 */
code: string, 
/**
 * Message for people.
 */
message: string, };

/**
 * The entry of a run in a list.
 */
export type RunHead = { 
/**
 * Its identifier.
 */
id: string, 
/**
 * The question.
 */
question: string, 
/**
 * Version of its journal's lines.
 */
format: number, 
/**
 * The state.
 */
state: RunState, 
/**
 * Time of creation, in milliseconds since the Unix epoch.
 */
created: number, 
/**
 * Time of the last change, in milliseconds since the Unix epoch.
 */
updated: number, 
/**
 * Lines of its journal.
 */
lines: number, 
/**
 * Bytes of its lines, bodies and blobs; those that it shares with other runs included.
 */
bytes: number, };

/**
 * The state of a run.
 */
export type RunState = { "state": "running" } | { "state": "paused" } | { "state": "finished", 
/**
 * Why it ended.
 */
termination: string, } | { "state": "failed", 
/**
 * Stable name of the failure.
 */
code: string, };

/**
 * One line about a run.
 */
export type RunSummary = { 
/**
 * Identifier of the run.
 */
docId: string, 
/**
 * The question.
 */
question: string, 
/**
 * Names of the documents.
 */
documents: Array<string>, 
/**
 * Nodes in the Query Graph.
 */
nodes: number, 
/**
 * True if it comes from an imported file, as in [`ResearchResult::imported`].
 */
imported: boolean, };

/**
 * A search service.
 */
export type SearchService = "serper" | "wikipedia" | "jina";

/**
 * Web search (MB-19).
 */
export type SearchSettings = { 
/**
 * The service: `serper`, which journals leave out.
 */
service: SearchService, 
/**
 * The service's address, or that of a compatible one. `https://wikipedia.org` stands for the wiki of the language.
 */
baseUrl: string, 
/**
 * Results of a query: 10.
 */
results: number, 
/**
 * Language of the results as the service names it, such as `en`; for Wikipedia the code of the wiki, such as
 * `zh` or `nds-nl`. Default: that of `searchLanguage`, else the service's choice. Wikipedia's default is Chinese
 * for a run in Chinese, and English for any other.
 */
language?: string | null, 
/**
 * Country to search from, such as `us`; the service's choice unless set.
 */
country?: string | null, };

/**
 * Sections of an export, in this order.
 */
export type Section = "first" | "second";

/**
 * A service other than the language model.
 */
export type Service = "search" | "reader" | "page";

/**
 * The reply of a service that was asked once, to see if it works.
 */
export type ServiceReply = { "service": "llm", 
/**
 * Names of the models that it lists, in its order.
 */
models: Array<string>, } | { "service": "search", 
/**
 * Results of the query.
 */
results: number, } | { "service": "reader", 
/**
 * Bytes of the page's text, or of the page.
 */
bytes: number, };

/**
 * Spending on one service.
 */
export type ServiceSpending = { 
/**
 * The service.
 */
service: Service, 
/**
 * Requests, those that failed included.
 */
calls: number, 
/**
 * Their cost; `None` if its price is unknown.
 */
cost: Cost | null, };

/**
 * The parameters of the seeds' configuration sections that a run over documents uses.
 *
 * Missing fields take their defaults, so a caller names only what differs.
 */
export type Settings = { 
/**
 * Nodes (and passages) that a retrieval returns before neighbours: 5 (`RETRIEVAL_K`).
 */
retrievalK: number, 
/**
 * Weight of keywords against meaning, 0 to 1: 0.5 (`RETRIEVAL_ALPHA`).
 */
retrievalAlpha: number, 
/**
 * Tokens the classification agent reads at once: 32,000.
 */
classificationWindow: number, 
/**
 * Share of a window that a chunk may fill: 0.9 (`CHUNK_RATIO`).
 */
chunkRatio: number, 
/**
 * Passages that are embedded for a question, where a text is too long to embed all of it first: 32.
 */
candidatePassages: number, 
/**
 * Texts embedded in one call; also how often progress is reported: 16.
 */
embeddingBatch: number, 
/**
 * Tasks a run may plan before it must end: 60.
 */
maxIterations: number, 
/**
 * Merges that may follow from one another before the run leaves the dispute standing: 3.
 */
mergeDepth: number, 
/**
 * Largest document, and all documents of a request together, in bytes: 20 MiB.
 */
maxDocumentBytes: number, 
/**
 * Language of prompts, plans and labels: the question's own, unless the request or this sets it.
 */
language?: Language | null, 
/**
 * Language of the answer: without a language model that of the labels, with one the question's, unless set.
 * Quotations are not translated.
 */
reportLanguage?: Language | null, 
/**
 * Language that the web is searched in: any that serves the step, unless set.
 */
searchLanguage?: Language | null, 
/**
 * The language model; without one the extractive engine works.
 */
llm?: LlmSettings | null, 
/**
 * Web search; without it nothing is looked for outside the documents. Wants a language model.
 */
search?: SearchSettings | null, 
/**
 * The reading of pages.
 */
reader: ReaderSettings, 
/**
 * The use of long-term memory, if the host has one; a request may differ.
 */
memory: MemorySettings, 
/**
 * The limits of each run; a request may have its own.
 */
budget: Budget, 
/**
 * The prices of models and services: those of `models/prices.json`.
 */
prices: PriceList, };

/**
 * Why nothing came of a request.
 */
export type SkippedRequest = "no_reply" | "empty_reply" | "batch_full" | "known_summary";

/**
 * Source position of an entry's text.
 */
export type SourceRef = { 
/**
 * The document's name or URL.
 */
document: string, 
/**
 * Bytes in the document's text.
 */
span: Span, 
/**
 * Unicode characters in the document's text before the span.
 */
chars_before: number, 
/**
 * The page's title, where it has one.
 */
title: string | null, 
/**
 * When it was published, as the page or the search engine writes it.
 */
published: string | null, };

/**
 * A half-open range of byte offsets into a `&str`; both ends lie on character boundaries.
 */
export type Span = { 
/**
 * Offset of the first byte.
 */
start: number, 
/**
 * Offset after the last byte.
 */
end: number, };

/**
 * Whose words a memory holds, the least entitled to speak of the user first.
 *
 * [`Trust`] says where a text comes from; this says who speaks in it. The two differ where the user
 * hands over a document: it is given, and yet not what the user says about themself.
 */
export type Speaker = "source" | "agent" | "user";

/**
 * The total spending.
 */
export type Spent = { 
/**
 * Requests, those that failed included.
 */
requests: number, 
/**
 * Tokens, read and written.
 */
tokens: number, 
/**
 * Money, by currency.
 */
money: Record<string, number>, 
/**
 * Requests without a known price: their cost is not in `money`.
 */
unpriced: number, 
/**
 * Milliseconds since the run began, as of the last request; `None` where time is not limited.
 */
milliseconds: number | null, };

/**
 * State of a run (seed 003, `State`). Built at run time, never kept.
 */
export type State = { 
/**
 * The tools it has.
 */
tools: Array<string>, 
/**
 * Subject of the work, and the parts of it that the run has looked at.
 */
repo_summary: string, 
/**
 * The task in words.
 */
task_description: string, 
/**
 * The type of task: `bug_fix`, `feature`, `refactor`, `research`, …
 */
task_type: string, 
/**
 * Message of the unresolved error; blank without one.
 */
current_error: string, 
/**
 * The type of that error; without one, type and keywords are recognised in its words.
 */
current_error_type: string | null, 
/**
 * The keywords of that error.
 */
current_error_keywords: Array<string>, 
/**
 * `understanding`, `locating`, `fixing`, or the agent's own.
 */
phase: string, 
/**
 * The type of the last action.
 */
action_type: string, 
/**
 * The type of the error that the last action met.
 */
error_category: string | null, 
/**
 * Keywords of that error.
 */
error_keywords: Array<string>, 
/**
 * Names in that error: a file, a module, a test. An error with other names is no repetition. Of an error that others
 * told, digests.
 */
error_names: Array<string>, 
/**
 * Tokens of that error, masked where they change each time. Of an error that others told, digests.
 */
error_template: Array<string>, 
/**
 * The vector of [`State::embedding_text`], where an embedder runs.
 */
embedding: Embedding | null, };

/**
 * Why a call failed; it changed nothing, unless [`StoreError::is_in_doubt`].
 */
export type StoreError = { "kind": "full", 
/**
 * The platform's message.
 */
detail: string, } | { "kind": "corrupt", 
/**
 * The fault.
 */
detail: string, } | { "kind": "too_new", 
/**
 * The schema of the database.
 */
found: number, 
/**
 * The newest schema that this build knows.
 */
supported: number, } | { "kind": "busy", 
/**
 * The platform's message.
 */
detail: string, } | { "kind": "unavailable", 
/**
 * The platform's message.
 */
detail: string, } | { "kind": "passphrase_needed" } | { "kind": "passphrase_wrong" } | { "kind": "not_encrypted" } | { "kind": "encryption_unavailable" } | { "kind": "run_not_found", 
/**
 * The identifier.
 */
run: string, } | { "kind": "run_exists", 
/**
 * The identifier.
 */
run: string, } | { "kind": "wrong_index", 
/**
 * The run.
 */
run: string, 
/**
 * The lines that the journal has.
 */
expected: number, 
/**
 * The index at which the caller appended.
 */
given: number, } | { "kind": "io", 
/**
 * The platform's message.
 */
detail: string, };

/**
 * A run read back; its bodies are read by hash.
 */
export type StoredRun = { 
/**
 * The entry of the run in a list.
 */
head: RunHead, 
/**
 * Its journal.
 */
lines: Array<string>, };

/**
 * Status of a finished task. Serialised as the seed's "成功" and "失败"; "success" and "failure" are read too.
 */
export type TaskStatus = "成功" | "失败";

/**
 * Type of a task.
 */
export type TaskType = "NORMAL" | "CROSS_VALIDATE";

/**
 * Upkeep of trajectory memory.
 */
export type TaughtUpkeep = { 
/**
 * Methodologies that were made and changed.
 */
trajectories: ConsolidationRounds, 
/**
 * Entries that got a vector of the present model, one batch at a time.
 */
trajectoryVectors: ReEmbedded, };

/**
 * Vectors of trajectory memory.
 */
export type TaughtVectors = { 
/**
 * Trajectory memory.
 */
trajectoryVectors: ReEmbedded, };

/**
 * Why a run ended (MB-18).
 */
export type Termination = "answer" | "max_iterations" | "token_limit" | "budget" | "aborted" | "error";

/**
 * From a moment to before another, in milliseconds since 1970.
 */
export type TimeRange = { 
/**
 * Its first moment.
 */
from: number, 
/**
 * The first moment after it.
 */
until: number, };

/**
 * An item as a model is told it. The text is data, of a trust that whoever writes a prompt tells along.
 */
export type Told = { 
/**
 * The id of the methodology or fragment.
 */
id: string, 
/**
 * The words.
 */
text: string, 
/**
 * True if the text is a warning.
 */
isWarning: boolean, 
/**
 * Trust label of the text.
 */
trust: Trust, };

/**
 * A statement of the user.
 */
export type ToldText = { 
/**
 * The text, without the parts marked as recalled.
 */
text: string, 
/**
 * Type of the memory.
 */
memoryType: MemoryType, 
/**
 * The speaker of the words.
 */
speaker: Speaker, 
/**
 * Trust in the text.
 */
trust: Trust, };

/**
 * A tool's call that an entry came from.
 */
export type ToolCall = { 
/**
 * The tool's name.
 */
name: string, 
/**
 * Its arguments as JSON text.
 */
arguments: string, };

/**
 * Record of a run as a whole (seed 003, `Trajectory`).
 */
export type Trajectory = { 
/**
 * As handed in.
 */
id: TrajectoryId, 
/**
 * Id of the task that the run attempted: a SWE-bench instance, a question.
 */
instance_id: string, 
/**
 * Subject of the work: a repository, a site, a document.
 */
repo: string, 
/**
 * `bug_fix`, `feature`, `refactor`, `research`, …
 */
task_type: string, 
/**
 * True if the task was done.
 */
success: boolean, 
/**
 * Its steps.
 */
total_steps: number, 
/**
 * Fragments that it was cut into.
 */
total_fragments: number, 
/**
 * Summary of the run, for people and models.
 */
summary: string, 
/**
 * When it began, in milliseconds since 1970.
 */
started_at: number, 
/**
 * When its last step was.
 */
ended_at: number, 
/**
 * The least of what its summary comes from.
 */
trust: Trust, 
/**
 * Vector of the summary.
 */
embedding: Embedding | null, };

/**
 * The id of a [`Trajectory`](super::Trajectory), given by who ran it.
 */
export type TrajectoryId = string;

/**
 * A page of trajectories.
 */
export type TrajectoryPage = { 
/**
 * Trajectories, those that ended last first, with their fragments and errors.
 */
rows: GraphRows, 
/**
 * After which the next page begins; none where this is the last.
 */
next: ListCursor | null, };

/**
 * A call of trajectory memory (CG-08), by its name.
 */
export type TrajectoryRequest = { "op": "learn", 
/**
 * The run.
 */
run: RawTrajectory, } | { "op": "query", 
/**
 * The situation.
 */
state: State, 
/**
 * The repository.
 */
repo: string, } | { "op": "checkLoop", 
/**
 * Its states, the newest last.
 */
history: Array<State>, } | { "op": "mistakes", 
/**
 * In words.
 */
situation: string, 
/**
 * Most results.
 */
limit: number, } | { "op": "stats" } | { "op": "reEmbed" } | { "op": "consolidate", 
/**
 * True to do it only in idle time and if something was learned.
 */
idle: boolean, } | { "op": "browse", 
/**
 * None for the first.
 */
after?: ListCursor | null, 
/**
 * Most results.
 */
limit: number, } | { "op": "cases", 
/**
 * The fragments, as a methodology names its sources.
 */
ids: Array<FragmentId>, } | { "op": "knowledge" } | { "op": "forget", 
/**
 * The trajectory.
 */
id: TrajectoryId, } | { "op": "forgetMethodology", 
/**
 * The methodology.
 */
id: MethodologyId, } | { "op": "export", 
/**
 * None for the first.
 */
cursor?: ExportCursor | null, } | { "op": "readImport", 
/**
 * The import, by a number that its sender makes up.
 */
import: number, 
/**
 * The part, from 0.
 */
part: number, 
/**
 * Its text; parts may be cut anywhere.
 */
text: string, } | { "op": "checkImport", 
/**
 * The import.
 */
import: number, } | { "op": "import", 
/**
 * The import.
 */
import: number, } | { "op": "dropImport", 
/**
 * The import.
 */
import: number, };

/**
 * Everything that may be set, with the seed's numbers as defaults.
 */
export type TrajectorySettings = { 
/**
 * The language that memory is written in; `None`: that of each task.
 */
language?: Language | null, 
/**
 * Fragments kept of one trajectory, the most telling ones: 64.
 */
maxFragments: number, 
/**
 * Keywords of an error: 3.
 */
errorKeywords: number, 
/**
 * The same predicament this often is a loop: 3.
 */
loopRepeats: number, 
/**
 * The longest cycle of actions that is looked for: 4.
 */
loopPeriod: number, 
/**
 * Items returned of each kind: 5.
 */
topK: number, 
/**
 * Candidates asked of a store per dimension: 20.
 */
candidates: number, 
/**
 * The least cosine of a candidate found by meaning: 0.3.
 */
minSimilarity: number, 
/**
 * Bonus for each further dimension, as a share of an item's score: 0.25.
 */
dimensionsBonus: number, 
/**
 * Bonus for a confidence of 1: 0.5.
 */
confidenceBonus: number, 
/**
 * Bonus for a use at this moment: 0.1.
 */
recencyBonus: number, 
/**
 * Days after which the last is worth half: 30.
 */
recencyHalfLifeDays: number, 
/**
 * Trajectories between two consolidations: 16.
 */
consolidateEvery: number, 
/**
 * Trajectories learned since the last one that are enough when nothing else is to be done: 1.
 */
consolidateIdle: number, 
/**
 * Fragments that a methodology can be made from: 1.
 */
minCases: number, 
/**
 * Fragments that one consolidation looks at: 1,000.
 */
consolidationBatch: number, 
/**
 * Cosine above which two of a kind are one: 0.9.
 */
mergeThreshold: number, 
/**
 * Failed fragments that are kept, the newest: 200.
 */
keepFailed: number, 
/**
 * A methodology of less confidence goes: 0.3 …
 */
weakConfidence: number, 
/**
 * … if it has fewer sources than this: 3.
 */
weakSources: number, 
/**
 * Format of methodologies.
 */
methodologyFormat: MethodologyFormat, };

/**
 * The source of a text, the least trusted first.
 *
 * An entry has the label of its source. A node has at most the label of its least trusted source: its entries, the
 * nodes merged into it, the texts that updated its topic. No operation of a [`TaskBank`](super::TaskBank) raises a
 * label. The label is shown with the text, and decides nothing.
 */
export type Trust = "model" | "imported" | "snippet" | "found_page" | "named_page" | "given";

/**
 * A unit of words.
 */
export type Unit = { 
/**
 * The bytes of the text that are cited.
 */
span: Span, 
/**
 * Its kind.
 */
kind: UnitKind, 
/**
 * The words that are indexed, ranked and shown: without markup, and with the context that they need (the header of
 * a row, the words that introduce an item). On one line, except for code.
 */
words: string, };

/**
 * The kind of a unit.
 */
export type UnitKind = "heading" | "sentence" | "item" | "list" | "row" | "table_head" | "code";

/**
 * Results of the upkeep that was due.
 */
export type Upkeep = { 
/**
 * Reflection: new insights.
 */
reflection: ReflectionReport, 
/**
 * Consolidation of hierarchical memory.
 */
consolidation: ConsolidationOutcome, 
/**
 * Memories that were given a vector of the model that runs now, a part of them at a time.
 */
memoryVectors: ReEmbedded, 
/**
 * Methodologies that were made and changed.
 */
trajectories: ConsolidationRounds, 
/**
 * Entries that got a vector of the present model, one batch at a time.
 */
trajectoryVectors: ReEmbedded, };

/**
 * Usage of a run.
 */
export type Usage = { 
/**
 * Texts that the embedder was asked for.
 */
embeddedTexts: number, 
/**
 * Time spent on reading documents into memory.
 */
ingestMilliseconds: number, 
/**
 * Time spent on planning, validating and answering.
 */
answerMilliseconds: number, 
/**
 * Nodes in the Query Graph at the end.
 */
nodes: number, 
/**
 * Passages that can be cited.
 */
passages: number, 
/**
 * Spending of the run; empty in files of older versions.
 */
ledger: Ledger, };

/**
 * Which side the evidence supports.
 */
export type Verdict = { "verdict": "supported", 
/**
 * That node.
 */
node: NodeId, } | { "verdict": "compatible" } | { "verdict": "inconclusive" };

/**
 * One reason for which something was returned.
 */
export type Why = { 
/**
 * Dimension that found the item.
 */
dimension: Dimension, 
/**
 * Its rank among what was found there of its kind, from 1.
 */
rank: number, };

/**
 * Task of a model.
 */
export type WordsTask = "importance" | "questions" | "insight" | "summary" | "facts" | "abstraction";

/**
 * Characters of the longest question.
 */
export const LONGEST_QUESTION = 8000;
