// Written by `cargo xtask types` from the Rust types. Do not edit it.

/**
 * Something that an agent did, as one line of the seed's `action_sequence`: its type, and what it was done
 * to, in brief (`search: rust wasm`). The agent's own words, never what came back, and of an input that a page may have
 * steered no more than the question's words, and the site where it failed.
 */
export type Action = string;

/**
 * What became of one arrival.
 */
export type Admission = { 
/**
 * The entry that holds it.
 */
id: MemoryId, 
/**
 * Whether that is a new one.
 */
outcome: AdmissionOutcome, 
/**
 * Others that say nearly the same, the most similar first. They are kept, and so is this.
 */
nearDuplicates: Array<NearDuplicate>, };

/**
 * Whether an arrival was stored.
 */
export type AdmissionOutcome = "stored" | "repeated" | "remembered" | "stays_forgotten";

/**
 * Who asks the model.
 */
export type Agent = "classification" | "structure" | "analysis" | "integration" | "planning" | "react" | "reading";

/**
 * What one agent asks the model with.
 */
export type AgentSettings = { 
/**
 * Its model; `None`: the one of all agents.
 */
model?: string | null, 
/**
 * How freely it chooses words; `None` leaves it to the endpoint, as some models demand.
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
 * The settings of each agent. What is not given of an agent is its own default.
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
 * Temperature 0.6, top-p 0.95; its window is [`LlmSettings::max_context_tokens`].
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
 * Whether the evidence holds an answer; `false` means that `text` says it does not or, where there are statements
 * and no citations, that no evidence supports what it says.
 */
found: boolean, 
/**
 * How sure the engine is that the evidence holds the answer, 0 to 1.
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
 * Open disputes about what it was made from, and refutations of what it cites, told.
 */
disputes: Array<string>, 
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
 * What it is called by.
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
 * What it is.
 */
type: AttachmentType, 
/**
 * Where it is kept: a path, a URI or a content hash, never the content itself.
 */
content: string, };

/**
 * What an attachment is.
 */
export type AttachmentType = "IMAGE" | "DOCUMENT" | "CODE";

/**
 * What is added to a run in one transaction: all of it becomes visible, or nothing.
 */
export type Batch = { 
/**
 * How many lines the journal has before; another number is refused.
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
 * How the run stands, if that changed.
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
 * Limits of a run; what is not given is not limited. A run keeps within them: what it would need beyond is
 * not begun, and the answer is made from what it has.
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
 * Requests to the model, the search and pages; repeated ones too.
 */
requests?: number | null, 
/**
 * Seconds since the run began. What is under way is not cut off.
 */
seconds?: number | null, };

/**
 * What a call of a service costs.
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
 * The price; 0 for a service that is known to be free.
 */
call: number, 
/**
 * Where the price is told.
 */
source: string, 
/**
 * The day on which it was told there.
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
 * What it met.
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
 * How far it can be trusted: the label of its entry.
 */
trust: Trust, 
/**
 * What is held against its node.
 */
doubts: Array<Doubt>, 
/**
 * The quoted words, verbatim: the document's text at `chars`.
 */
quote: string, 
/**
 * Where the quote stands in the document's text, in Unicode characters.
 */
chars: Span, 
/**
 * Where the quote stands in the document's text, in UTF-8 bytes.
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
 * What was to be done.
 */
description: string, 
/**
 * How it ended.
 */
status: TaskStatus, 
/**
 * What came of it, in one or two sentences.
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
 * Two or more nodes that contradict each other.
 */
export type ConflictNotification = { 
/**
 * The nodes.
 */
conflictingNodeIds: Array<NodeId>, 
/**
 * What stands against what.
 */
conflictDescription: string, };

/**
 * What a consolidation did.
 */
export type ConsolidationOutcome = { 
/**
 * Whether there was one: it was due, or asked for.
 */
done: boolean, 
/**
 * What it did.
 */
report: ConsolidationReport, 
/**
 * Whether there are still more episodic memories than are kept as they are, of which another consolidation takes
 * further ones.
 */
more: boolean, 
/**
 * What was done without.
 */
notes: Array<MemoryNote>, };

/**
 * What a consolidation did.
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
 * What consolidating did.
 */
export type ConsolidationRounds = { 
/**
 * Consolidations that were written; none where none was due.
 */
rounds: number, 
/**
 * What they changed.
 */
revised: Revised, 
/**
 * Whether more is left that could be abstracted.
 */
more: boolean, 
/**
 * What was done without.
 */
notes: Array<MemoryNote>, };

/**
 * What is compressed and forgotten (seed 004, 配置整合).
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
 * How fast an entry that nobody recalls fades, per day. Seed: 0.1.
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
 * Where it stands.
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
 * How far it can be trusted.
 */
trust: Trust, 
/**
 * Whose words it holds.
 */
speaker: Speaker, 
/**
 * Whether its content was shortened.
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
 * What became of it.
 */
displacement: Displacement, };

/**
 * What becomes of an item that gives way.
 */
export type Displacement = "compressed" | "evicted";

/**
 * A contradiction that a node stands in, kept visible until a merge resolves it.
 */
export type Dispute = { 
/**
 * The nodes it contradicts, in order of their ids; each stands in a dispute with this one.
 */
with: Array<NodeId>, 
/**
 * What they disagree about, a line for each contradiction.
 */
description: string, 
/**
 * What it disagrees about with each partner, in the order of `with`. An older export has none of it: what
 * is described may then be between any two.
 */
about: Array<string>, 
/**
 * How far it got.
 */
resolution: Resolution, 
/**
 * Why the latest validation could not decide it: both sides may be wrong. Empty where none was tried.
 */
grounds: string, };

/**
 * A reader, and what it must know beside the bytes.
 */
export type DocumentReader = { "reader": "pdf" } | { "reader": "html", 
/**
 * What kind of text it is.
 */
media: Media, 
/**
 * What a server or a browser said about the bytes, if anything.
 */
mediaType?: string, };

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
 * Of these, characters that are in memory: fewer where the run was stopped before its end. `None` in
 * files of older versions: all.
 */
readChars: number | null, 
/**
 * What reading it had to mend.
 */
notes: Array<string>, 
/**
 * Of a document with pages, the Unicode characters of its text before each.
 */
pages?: Array<number>, };

/**
 * What is held against a source: against a statement of its node, of which sentence is told and not marked; or against
 * its own text.
 */
export type Doubt = { "kind": "disputed", 
/**
 * What stands against what.
 */
conflict: string, } | { "kind": "refuted", 
/**
 * What stood against what.
 */
conflict: string, 
/**
 * On what grounds it was decided.
 */
grounds: string, } | { "kind": "gives_orders" };

/**
 * A memory that was corrected.
 */
export type EditedMemory = { 
/**
 * It as it is now.
 */
entry: MemoryEntry, 
/**
 * What was made of it as it was before, and is still remembered.
 */
derived: Array<MemoryId>, 
/**
 * Facts that were taken from its former words, and that neither it says now nor another memory: they are forgotten, and
 * can be restored.
 */
outdated: Array<MemoryId>, 
/**
 * What was done without.
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
 * A unit vector, with the name and build of the model that made it: vectors of two models say
 * nothing about each other, even where they have one length.
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
 * Where an entry came from.
 */
export type EntryMetadata = { 
/**
 * The place in a document, if it was read there.
 */
source: SourceRef | null, 
/**
 * How far it can be trusted.
 */
trust: Trust, 
/**
 * Whether its words give orders to whatever model reads them ([`gives_orders`]): they are kept as data all the
 * same. Memory sees to it when it takes the entry.
 */
gives_orders: boolean, 
/**
 * The tool calls it came from.
 */
tool_calls: Array<ToolCall>, 
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
 * What sets it apart from others of its type: terms of the analyzer, the most telling first.
 */
keywords: Array<string>, 
/**
 * Where it was met last: a file and line, or an address without its query.
 */
location: string | null, 
/**
 * How often fragments were caused it; merged fragments count each.
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
 * What a run like this usually spends.
 */
likely: Forecast, 
/**
 * What it spends if it uses up all that the settings and the budget allow.
 */
most: Forecast, 
/**
 * How both were computed, for people.
 */
basis: string, };

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
 * What reading it had to mend, for people.
 */
notes: Array<string>, } | { "type": "progress", 
/**
 * What is being done, for people.
 */
activity: string, 
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
 * Whether it succeeded.
 */
succeeded: boolean, 
/**
 * What came of it, in a sentence or two.
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
 * What stands against what.
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
 * Of these, tokens that the endpoint had in its cache.
 */
cachedTokens: number, 
/**
 * Tokens that were written.
 */
outputTokens: number, 
/**
 * Whether these are our estimates, because the endpoint counts none.
 */
estimated: boolean, 
/**
 * What that cost; `None`: the model's price is not known.
 */
cost: Cost | null, } | { "type": "budget", 
/**
 * What the run has spent so far.
 */
spent: Spent, 
/**
 * What it may spend.
 */
limits: Budget, } | { "type": "toolCall", 
/**
 * The tool.
 */
tool: string, 
/**
 * What it was called with, in a line.
 */
arguments: string, 
/**
 * Whether it could do what was asked.
 */
succeeded: boolean, 
/**
 * What came of it, in a line.
 */
outcome: string, } | { "type": "memoryUsed", 
/**
 * What for.
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
 * How often it went round.
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
answer: Answer, } | { "type": "warning", 
/**
 * Stable name.
 */
code: string, 
/**
 * What it means and what to do.
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
 * How far it can be trusted: the label of its entry.
 */
trust: Trust, 
/**
 * What is held against its node.
 */
doubts: Array<Doubt>, 
/**
 * Where it stands in the document's text, in Unicode characters.
 */
chars: Span, 
/**
 * Where it stands in the document's text, in UTF-8 bytes.
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
 * Where an export goes on. What is written to memory meanwhile may be in the file or not; a content that was purged or
 * corrected and told anew may be in it twice, which an import takes once.
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
 * Where to go on; none where this was the last part.
 */
next: ExportCursor | null, };

/**
 * A subject, a relation and a value: "user", "likes", "tea" (seed 004, 知识提取).
 */
export type Fact = { 
/**
 * What it is about; [`Fact::USER`] for the user.
 */
subject: string, 
/**
 * What is said of it.
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
 * Where things go wrong, and what can be done (seed 003, `get_failure_patterns`). Made by the consolidation, and kept.
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
 * What a run may spend.
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
 * Money, by currency; nothing that is read from a cache is taken to be cheaper.
 */
money: Record<string, number>, 
/**
 * Models and services whose price is not known: what they cost is not in `money`.
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
 * What was forgotten.
 */
export type ForgottenMemories = { 
/**
 * What was made of it and is still remembered: summaries, insights, facts. Whoever wants these gone as well
 * forgets them, too.
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
 * What it shows.
 */
fragment_type: FragmentType, 
/**
 * What happened, for people and models.
 */
description: string, 
/**
 * What was done, the middle left out where it is long.
 */
action_sequence: Array<Action>, 
/**
 * What led out of the error: the actions after it was last met. Empty where nothing did.
 */
resolution: Array<Action>, 
/**
 * How it ended.
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
 * How many fragments it stands for: itself, and those that were merged into it.
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
 * What a fragment shows.
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
 * What is known against which error.
 */
resolvedBy: Array<ResolvedBy>, 
/**
 * Where things go wrong, as of the last consolidation.
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
 * Of this.
 */
query: RecallQuery, } | { "op": "getContext", 
/**
 * Of this.
 */
query: RecallQuery, 
/**
 * Its most tokens.
 */
tokens: number, 
/**
 * Of its labels.
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
 * At most so many.
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
 * What it is to say.
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
 * At most so many.
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
 * What it is to say.
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
 * What can be set about hierarchical memory. Where the seed names a number, it is the default;
 * decision 16 gives the reasons for the others.
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
 * How memories are found and ranked.
 */
retrieval: RecallSettings, 
/**
 * When and from what insights are made.
 */
reflection: ReflectionSettings, 
/**
 * What is compressed and forgotten.
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
 * What is to be done next.
 */
due: MemoryDue, };

/**
 * What was imported.
 */
export type ImportedMemories = { 
/**
 * New entries, those of the forgotten included.
 */
imported: number, 
/**
 * Of these, how many are among the forgotten, as they were in the file.
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
 * Whether all was imported. If it was cancelled, importing the same file again goes on.
 */
complete: boolean, };

/**
 * How much of what was imported was new.
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
 * What was imported.
 */
export type ImportedTrajectories = { 
/**
 * How much of it was new.
 */
rows: ImportedRows, 
/**
 * Whether all was imported. If it was cancelled, importing the same file again goes on.
 */
complete: boolean, };

/**
 * The state of a task: its goal, the finished steps, and at most one next step.
 */
export type InsightDoc = { doc_id: string, task_goal: string, completed_tasks: Array<CompletedTask>, pending_tasks: Array<string>, };

/**
 * What stood in for a model.
 */
export type Instead = "plain_words" | "asked_again";

/**
 * What was read or said, word for word. An entry never changes and never goes.
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
 * Where it came from.
 */
metadata: EntryMetadata, 
/**
 * What belongs to it.
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
 * What was given a vector of the model that runs now, a part of it at a time.
 */
export type KeptVectors = { 
/**
 * Of what is kept of the user.
 */
memoryVectors: ReEmbedded, 
/**
 * Of what runs have taught.
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
 * What it is.
 */
memoryType: MemoryType, 
/**
 * Where it was to live.
 */
layer: MemoryLayer, 
/**
 * Whose words it holds.
 */
speaker: Speaker, 
/**
 * How far it can be trusted.
 */
trust: Trust, 
/**
 * When it was, in milliseconds since 1970.
 */
at: number, };

/**
 * What was learned of a run.
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
 * Whether a consolidation is due; none where the store did not say after the run was written.
 */
consolidationDue: boolean | null, 
/**
 * What was done without.
 */
notes: Array<MemoryNote>, };

/**
 * What a run spent (BX-03). It is made from journalled effects alone, so a replay gives the same.
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
 * What two memories were compared by.
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
 * Which language model is asked, and how. The key is the host's and is not here.
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
 * Model calls that one step may take: 60 (`MAX_LLM_CALL_PER_RUN`).
 */
maxCalls: number, 
/**
 * Tokens that a step's conversation may hold: 128,000 (`MAX_CONTEXT_TOKENS`).
 */
maxContextTokens: number, 
/**
 * How failed calls are repeated.
 */
retry: Record<string, number>, 
/**
 * Milliseconds that a whole reply may take: 600,000. A slow model may need more.
 */
timeout: number, 
/**
 * Milliseconds without a byte after which a reply has stalled: 120,000. A model that loads, or reads a long
 * request, before it says anything may need more.
 */
idleTimeout: number, };

/**
 * Settings of both memories; what is left out has its default.
 */
export type LongTermSettings = { 
/**
 * Of what is kept of the user.
 */
hierarchy: HierarchySettings, 
/**
 * Of what runs have taught.
 */
trajectories: TrajectorySettings, };

/**
 * A loop, and where it is.
 */
export type LoopInfo = { 
/**
 * Where it begins among the states or signatures, from 0.
 */
first: number, 
/**
 * Its last state.
 */
last: number, 
/**
 * How often it was gone through.
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
 * Where it is, and what is done again and again.
 */
found: LoopInfo, 
/**
 * What led others out of it, the best first; none where memory does not know.
 */
suggestions: Array<Recalled>, 
/**
 * What a model is told of these.
 */
told: Array<Told>, };

/**
 * What of a step decides whether it is a repetition.
 */
export type LoopSignature = { 
/**
 * The type of action.
 */
action_type: string, 
/**
 * The type of the error it met; none if it met none.
 */
error_category: string | null, 
/**
 * Keywords of the error.
 */
error_keywords: Array<string>, 
/**
 * What the error names; empty where it names nothing.
 */
error_names: Array<string>, 
/**
 * The words of its sentence, in order.
 */
error_sentence: Array<string>, };

/**
 * What kind of text a document is.
 */
export type Media = "plain" | "markdown" | "html" | "code" | "pdf";

/**
 * An answer, of the kind that belongs to its request. Vectors are left out: they are long, and say nothing to a reader.
 */
export type MemoryAnswer = ObservationReport | RecalledMemories | MemoryContext | ReflectionReport | ConsolidationOutcome | MemoryDue | MemoryPage | Array<MemoryEntry> | EditedMemory | ForgottenMemories | null | ForgottenPage | Array<MemoryId> | HierarchyStats | CoreMemory | Array<Displaced> | Array<LatestInput> | string | ContextItem | null | ReEmbedded | ExportPage | ImportedMemories | LearnReport | QueryReport | LoopReport | null | Array<MistakePattern> | MemoryStats | ConsolidationRounds | TrajectoryPage | GraphRows | GraphRows | boolean | ImportedTrajectories | MemoryReply | Upkeep | TaughtUpkeep | KeptVectors | TaughtVectors;

/**
 * What a run asks of long-term memory (BX-06, CG-10).
 *
 * Every call may be made twice: by a run that was killed before the answer was kept. To observe the same twice is to
 * remember it once, and a run that is known already has been learned.
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
 * Where the run stands; it has no vector.
 */
state: State, 
/**
 * What the run works on; may be blank.
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
 * What a prompt is told of memory, and why.
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
 * What was done without.
 */
notes: Array<MemoryNote>, };

/**
 * What is to be done next.
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
 * What is remembered: up to [`MAX_CONTENT_CHARS`] characters, each of which can be seen.
 */
content: string, 
/**
 * What it is.
 */
memory_type: MemoryType, 
/**
 * Where it lives.
 */
layer: MemoryLayer, 
/**
 * When it was made, or told last, in milliseconds since 1970. Of a summary: when the newest of what it
 * summarises was made.
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
 * How often it was recalled or observed again.
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
 * Whether facts were looked for in it.
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
 * The id that it is kept under, by which it can be left out.
 */
id: string, 
/**
 * What it is.
 */
kind: MemoryItemKind, 
/**
 * Whether it says what not to do.
 */
isWarning: boolean, 
/**
 * Its words. Untrusted text, whatever its label.
 */
text: string, 
/**
 * How far it can be trusted.
 */
trust: Trust, 
/**
 * Where it was found.
 */
foundBy: Array<FoundBy>, };

/**
 * What a [`MemoryItem`] is.
 */
export type MemoryItemKind = "memory" | "core" | "methodology" | "fragment";

/**
 * Where a memory lives.
 */
export type MemoryLayer = "episodic" | "semantic";

/**
 * What memory did without; nothing was lost by it.
 */
export type MemoryNote = { "note": "embedder_failed", 
/**
 * How many texts.
 */
texts: number, 
/**
 * What was said the first time.
 */
detail: string, } | { "note": "words_failed", 
/**
 * What it was asked for.
 */
task: WordsTask, 
/**
 * How often.
 */
requests: number, 
/**
 * What was done about it.
 */
instead: Instead, 
/**
 * What was said the first time.
 */
detail: string, } | { "note": "accesses_not_written", 
/**
 * What it said.
 */
detail: string, } | { "note": "content_cut", 
/**
 * How many texts.
 */
texts: number, 
/**
 * Characters of their middles that are not kept.
 */
left_out: number, } | { "note": "forgotten_meanwhile", 
/**
 * How many.
 */
memories: number, };

/**
 * What of it one request has otherwise.
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
 * Ids of memories, methodologies and fragments that this run is not to be given; with a fragment go those that say the
 * same.
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
 * What something of long-term memory is used for.
 */
export type MemoryPurpose = "planning" | "step" | "loop";

/**
 * What long-term memory answers: to each call its own kind, or that it cannot.
 */
export type MemoryReply = { "reply": "observed", 
/**
 * How many of the texts are remembered now, be it that they were before.
 */
kept: number, 
/**
 * What was done without, for people.
 */
notes: Array<string>, } | { "reply": "recalled", 
/**
 * The marked text, and which memories stand in it.
 */
context: RecalledContext, 
/**
 * These blocks of core memory and memories, in their order.
 */
items: Array<MemoryItem>, 
/**
 * What was done without, for people.
 */
notes: Array<string>, } | { "reply": "advised", 
/**
 * The best first.
 */
items: Array<MemoryItem>, 
/**
 * What was done without, for people.
 */
notes: Array<string>, } | { "reply": "learned", 
/**
 * Telling parts of the run that are kept.
 */
fragments: number, 
/**
 * What was done without, for people.
 */
notes: Array<string>, } | { "reply": "unavailable", 
/**
 * Stable name: `memory_absent`, `memory_off`, or that of the failure.
 */
code: string, 
/**
 * Why, for people.
 */
why: string, };

/**
 * A call of one of the memories. It is read by [`Self::from_json`].
 */
export type MemoryRequest = { "memory": "hierarchy" } & HierarchyRequest | { "memory": "trajectories" } & TrajectoryRequest | { "memory": "run", 
/**
 * The call.
 */
call: MemoryCall, } | { "memory": "upkeep", 
/**
 * Whether nothing else is to be done, so that little is enough to begin.
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
 * What a run asks and tells long-term memory, where the host has one (BX-06). The memory's own numbers are its own, but
 * for those that a run's steps are read by while it is under way.
 */
export type MemorySettings = { 
/**
 * Whether what the user tells is remembered: the question and its context, never documents or pages. Yes.
 */
observe: boolean, 
/**
 * Whether plans are told what is remembered of the user. Yes. Wants a language model.
 */
recall: boolean, 
/**
 * Whether steps are told what runs have taught, and are checked for loops. Yes. Wants a language model.
 */
advise: boolean, 
/**
 * Whether the run is learned when it has ended. Yes. Wants a language model, whose steps are what there is to learn.
 */
learn: boolean, 
/**
 * Tokens of what a plan is told of the user: 600.
 */
recallTokens: number, 
/**
 * Tokens of what the conversation of a step is told of what runs have taught: 800.
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
 * What memory holds, in numbers (seed 003, `get_stats`). Common mistakes are asked for by situation.
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
 * How often each type of error was met.
 */
error_frequency: { [key in string]: number }, 
/**
 * Which error follows which, and how probably.
 */
error_transitions: { [key in string]: { [key in string]: number } }, 
/**
 * Where things go wrong.
 */
failure_patterns: Array<FailurePattern>, };

/**
 * What a memory is (seed 004, 记忆类型).
 */
export type MemoryType = "observation" | "thought" | "action" | "reflection" | "plan" | "conversation";

/**
 * What became of nodes that were merged.
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
 * What validation decided about the nodes; none where it did not take a side.
 */
ruling: Ruling | null, };

/**
 * What many fragments have in common, in words (seed 003, `Methodology`).
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
 * What to do, or not to.
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
 * How many sources it has in all.
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
 * Of situation and strategy.
 */
embedding: Embedding | null, };

/**
 * How methodologies are told, or that there are none (CG-11).
 */
export type MethodologyFormat = "naturalLanguage" | "fields" | "off";

/**
 * The id of a [`Methodology`](super::Methodology): its kind, error type and task type, so that a group
 * of fragments has one methodology for whoever consolidates.
 */
export type MethodologyId = string;

/**
 * Whether a methodology says what to do, or what not to.
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
 * What the latest of them was.
 */
description: string, 
/**
 * How often.
 */
count: number, 
/**
 * The latest of them, at most five.
 */
examples: Array<FragmentId>, };

/**
 * What a model costs, for a million tokens.
 */
export type ModelPrice = { 
/**
 * Its name; also of its dated versions, `name-2026-01-31`.
 */
model: string, 
/**
 * Where it is asked, such as `https://api.deepseek.com`; `None`: anywhere.
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
 * Where the price is told.
 */
source: string, 
/**
 * The day on which it was told there.
 */
asOf: string, };

/**
 * What one agent spent on one model.
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
 * Of these, tokens that the endpoint had in its cache.
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
 * What that cost; `None`: the model's price is not known.
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
 * How alike they are, 0 to 1.
 */
similarity: number, 
/**
 * What was compared.
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
 * What was asked, for people who choose among runs.
 */
question: string, 
/**
 * Version of its journal's lines.
 */
format: number, 
/**
 * When it began, in milliseconds since the Unix epoch.
 */
created: number, 
/**
 * Its first lines, which say what was asked.
 */
lines: Array<string>, 
/**
 * Bodies that they point at.
 */
bodies: Array<Body>, };

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
 * What it is.
 */
memoryType: MemoryType, 
/**
 * Where it is to live.
 */
layer: MemoryLayer, 
/**
 * Whose words it holds.
 */
speaker: Speaker, 
/**
 * How far it can be trusted.
 */
trust: Trust, 
/**
 * How important it is, 0 to 1; none to have it estimated.
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
 * What became of observations.
 */
export type ObservationReport = { 
/**
 * One for each, in their order.
 */
memories: Array<ObservedMemory>, 
/**
 * What is to be done next; none where the store did not say after all was written.
 */
due: MemoryDue | null, 
/**
 * What was done without.
 */
notes: Array<MemoryNote>, };

/**
 * What became of an observation.
 */
export type ObservedMemory = { "kept": Admission } | { "refused": RefusedObservation };

/**
 * How a fragment ended.
 */
export type Outcome = "recovered" | "succeeded" | "continued" | "failed";

/**
 * Prices. The first that fits counts; what none fits has an unknown price, which is not none.
 */
export type PriceList = { 
/**
 * Of language models.
 */
models: Array<ModelPrice>, 
/**
 * Of services that are paid by the call: web search, page reading.
 */
calls: Array<CallPrice>, };

/**
 * The second layer of a [`TaskExport`].
 */
export type QueryGraphExport = { 
/**
 * The nodes by id.
 */
nodes: { [key in NodeId]: QueryGraphNode }, };

/**
 * One topic: its summary and how to find it.
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
 * What to find it by.
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
 * Whether its words, or a text that it was made of, give orders to whatever model reads them. Memory sees to it,
 * and nothing takes it back.
 */
gives_orders: boolean, 
/**
 * The related nodes.
 */
links: Array<NodeId>, 
/**
 * The contradiction it stands in.
 */
disputed: Dispute | null, };

/**
 * What memory has for a run at a step, each with why.
 */
export type QueryReport = { 
/**
 * The items, with the dimensions they were found in.
 */
result: RetrievalResult, 
/**
 * What a model is told of each: solutions of the error, advice, warnings, similar cases, in this order.
 */
told: Array<Told>, 
/**
 * The methodologies among these. A run that was given them names them when it is learned, so that they are judged
 * by how it went.
 */
given: Array<MethodologyId>, 
/**
 * What was done without.
 */
notes: Array<MemoryNote>, };

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
 * What the action was done to: a tool's arguments, a command.
 */
input: string, 
/**
 * What came back. Read for errors, and not kept.
 */
output: string, 
/**
 * What the error said, if there was one.
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
 * Where output and error come from: [`Trust::Given`] if from the user's own machine. Only then is what an
 * error says kept; otherwise its type and keywords are.
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
 * What it was an attempt at.
 */
instance_id: string, 
/**
 * What it worked on.
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
 * What it was told at the beginning.
 */
system_prompt: string, 
/**
 * Whether the task was done.
 */
success: boolean, 
/**
 * When it began, in milliseconds since 1970; 0, where no step has a time either, for when it is learned.
 */
started_at: number, 
/**
 * What it did, in order.
 */
steps: Array<RawStep>, 
/**
 * The methodologies that it was given.
 */
given: Array<Given>, 
/**
 * Whether a step that names no error is searched for one in its output: for agents whose tools print
 * their errors. Outputs of pages are never searched: a page that tells of an error is none.
 */
errors_in_outputs: boolean, 
/**
 * How far the agent's own words can be trusted.
 */
trust: Trust, };

/**
 * What was embedded again.
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
 * Whether all were looked at. If not, doing it again goes on with those that are left.
 */
complete: boolean, 
/**
 * What was done without.
 */
notes: Array<MemoryNote>, };

/**
 * Page reading (MB-20).
 */
export type ReaderSettings = { 
/**
 * Jina Reader's address: `https://r.jina.ai`; empty to fetch pages directly at once. Where the
 * service fails, pages are fetched directly.
 */
baseUrl: string, 
/**
 * Whether addresses of the user's own network may be read: no. If so, those that the user or somebody within
 * that network names; a page of the internet leads nobody into it. Link-local addresses, where clouds keep a
 * machine's keys, are read in no case. Where the platform tells where a name leads, as Node does, a name is
 * judged by that, and else by what it is called.
 */
allowLocal: boolean, 
/**
 * Whether links in pages that were read may be followed: no, only the user's addresses and search
 * results.
 */
followLinks: boolean, 
/**
 * Windows of a page that the reading agent reads at most: 4.
 */
windows: number, };

/**
 * A ranked list that takes part in recall.
 */
export type RecallChannel = "semantic" | "keyword" | "temporal" | "importance" | "personal" | "procedural";

/**
 * What happened otherwise than asked for.
 */
export type RecallNote = { "note": "no_embedding" } | { "note": "not_comparable", 
/**
 * How many.
 */
entries: number, } | { "note": "query_cut" } | { "note": "vanished", 
/**
 * How many.
 */
entries: number, };

/**
 * What is to be recalled.
 */
export type RecallQuery = { 
/**
 * The question; empty for whatever is new and important.
 */
text: string, 
/**
 * How to choose; none lets the query decide.
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
 * What a score is made of. Each part lies between 0 and 1 by its own definition, so none is
 * rescaled: a memory's score does not depend on which others were found.
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
 * How memories are found and ranked (seed 004, 配置检索).
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
 * What recency keeps of itself in an hour. Default: 0.995 (Generative Agents, §4.1).
 */
decay: number, 
/**
 * The relevance below which a memory that was found by its meaning alone is not told to a prompt, unless it is
 * important and first-hand. Default: 0.1; what has nothing to do with a question lies below it with all-MiniLM-L6-v2.
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
 * How many times the wanted number of results passes from the fusion by ranks to the score.
 * Default: 3.
 */
poolFactor: number, };

/**
 * How memories are chosen (seed 004, 支持的策略; AF-11).
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
 * What it was ranked by: reciprocal ranks, raised by the bonuses.
 */
score: number, 
/**
 * The dimensions it was found in, in their order; at least one.
 */
why: Array<Why>, 
/**
 * Of a methodology for the error: how often it helped.
 */
success_rate: number | null, 
/**
 * Of a methodology for the error: steps it took on average.
 */
avg_steps: number | null, };

/**
 * What a prompt is told of memory.
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
 * How many found no room.
 */
leftOut: number, };

/**
 * Something that memory holds.
 */
export type RecalledItem = { "type": "methodology" } & Methodology | { "type": "fragment" } & Fragment;

/**
 * What was recalled.
 */
export type RecalledMemories = { 
/**
 * The memories, each with why.
 */
recollection: Recollection, 
/**
 * What was done without.
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
 * Whether it was made in the time that the query names; none where it names no time.
 */
inTime: boolean | null, };

/**
 * What was recalled, the best first.
 */
export type Recollection = { 
/**
 * How the memories were chosen.
 */
strategy: RecallStrategy, 
/**
 * The memories.
 */
memories: Array<RecalledMemory>, 
/**
 * What happened otherwise than asked for.
 */
notes: Array<RecallNote>, };

/**
 * What a reflection did.
 */
export type ReflectionReport = { 
/**
 * Whether there was one: it was due, or asked for.
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
 * What was done without.
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
 * What the run used.
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
 * Whether it comes from an imported file, or from a memory that does. Quotations stand in that memory's
 * texts; its summaries, disputes and answer, and the texts themselves, were not checked against a source.
 */
imported: boolean, };

/**
 * How the validation of a conflict ended, where it did not end in a merge.
 */
export type Resolution = "unresolved" | "inconclusive";

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
 * What is known against it.
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
 * How many cases the average is of.
 */
cases: number, };

/**
 * What a run is given (seed 003, `retrieve`). Nothing is in two of the lists; each has the best first and at most
 * [`TrajectorySettings::top_k`](crate::trajectory::TrajectorySettings::top_k).
 */
export type RetrievalResult = { 
/**
 * Advice that was not found by the error.
 */
methodologies: Array<Recalled>, 
/**
 * What happened in like cases, and did not fail.
 */
similar_fragments: Array<Recalled>, 
/**
 * What is known to help against the error: advice, and fragments that got over it.
 */
error_solutions: Array<Recalled>, 
/**
 * What went wrong: methodologies that warn, and fragments that failed.
 */
warnings: Array<Recalled>, };

/**
 * What consolidations changed.
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
 * What stood against what.
 */
conflict: string, 
/**
 * On what grounds it was decided.
 */
grounds: string, 
/**
 * Sentences that hold, word for word, where whoever decided it compared sentences.
 */
held: Array<string>, 
/**
 * The sentence that does not hold against each of these.
 */
refuted: Array<string>, };

/**
 * A failure that ended a run.
 */
export type RunFailure = { 
/**
 * Stable name.
 */
code: string, 
/**
 * What happened, for people.
 */
message: string, };

/**
 * What a list of runs shows.
 */
export type RunHead = { 
/**
 * Its identifier.
 */
id: string, 
/**
 * What was asked.
 */
question: string, 
/**
 * Version of its journal's lines.
 */
format: number, 
/**
 * How it stands.
 */
state: RunState, 
/**
 * When it began, in milliseconds since the Unix epoch.
 */
created: number, 
/**
 * When it last changed, likewise.
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
 * How a run stands.
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
 * Whether it comes from an imported file, as in [`ResearchResult::imported`].
 */
imported: boolean, };

/**
 * Web search (MB-19).
 */
export type SearchSettings = { 
/**
 * Serper's address, or that of a service that speaks like it: `https://google.serper.dev`.
 */
baseUrl: string, 
/**
 * Results of a query: 10.
 */
results: number, 
/**
 * Language of the results as the service names it, such as `en`; that of `searchLanguage`, else the
 * service's choice, unless set.
 */
language?: string | null, 
/**
 * Country to search from, such as `us`; the service's choice unless set.
 */
country?: string | null, };

/**
 * What is exported, in this order.
 */
export type Section = "first" | "second";

/**
 * A service other than the language model.
 */
export type Service = "search" | "reader" | "page";

/**
 * What was spent on one service.
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
 * What that cost; `None`: its price is not known.
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
 * Language that the answer is written in: without a language model that of the labels, with one the
 * question's, unless set. What is quoted stays as it is.
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
 * How pages are read.
 */
reader: ReaderSettings, 
/**
 * What long-term memory is used for, where the host has one; a request may have it otherwise.
 */
memory: MemorySettings, 
/**
 * What each run may take at most; a request may have its own.
 */
budget: Budget, 
/**
 * What models and services cost: those of `models/prices.json`.
 */
prices: PriceList, };

/**
 * Why nothing came of a request.
 */
export type SkippedRequest = "no_reply" | "empty_reply" | "batch_full" | "known_summary";

/**
 * Where an entry's text was read.
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
 * All that was spent, in sum.
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
 * Requests whose price is not known: what they cost is not in `money`.
 */
unpriced: number, 
/**
 * Milliseconds since the run began, as of the last request; `None` where time is not limited.
 */
milliseconds: number | null, };

/**
 * Where a run stands (seed 003, `State`). Built at run time, never kept.
 */
export type State = { 
/**
 * The tools it has.
 */
tools: Array<string>, 
/**
 * What it works on, and what it has looked at there.
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
 * What the error says that it has not overcome; blank without one.
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
 * What that error names: a file, a module, a test. Of two errors that both name something, one that names another
 * is no repetition. Where others told the error, a name is only to be compared, and not to be read.
 */
error_names: Array<string>, 
/**
 * The words of that error's sentence, in order. Of two errors, one that says the same of another thing is no
 * repetition. Where others told the error, a word is only to be compared, and not to be read.
 */
error_sentence: Array<string>, 
/**
 * The vector of [`State::embedding_text`], where an embedder runs.
 */
embedding: Embedding | null, };

/**
 * Why a call failed; it changed nothing, unless [`StoreError::is_in_doubt`].
 */
export type StoreError = { "kind": "full", 
/**
 * What the platform said.
 */
detail: string, } | { "kind": "corrupt", 
/**
 * What is wrong with it.
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
 * What the platform said.
 */
detail: string, } | { "kind": "unavailable", 
/**
 * What the platform said.
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
 * Where the caller wanted to append.
 */
given: number, } | { "kind": "io", 
/**
 * What the platform said.
 */
detail: string, };

/**
 * A run read back; its bodies are asked for by name.
 */
export type StoredRun = { 
/**
 * What is known of it.
 */
head: RunHead, 
/**
 * Its journal.
 */
lines: Array<string>, };

/**
 * How a task ended. Serialised as the seed's "成功" and "失败"; "success" and "failure" are read too.
 */
export type TaskStatus = "成功" | "失败";

/**
 * What kind of step a task is.
 */
export type TaskType = "NORMAL" | "CROSS_VALIDATE";

/**
 * Of that, what is of what runs have taught.
 */
export type TaughtUpkeep = { 
/**
 * Methodologies that were made and changed.
 */
trajectories: ConsolidationRounds, 
/**
 * What was given a vector of the model that runs now, a part of it at a time.
 */
trajectoryVectors: ReEmbedded, };

/**
 * Of that, what is of what runs have taught.
 */
export type TaughtVectors = { 
/**
 * Of what runs have taught.
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
 * Whether they say what not to do.
 */
isWarning: boolean, 
/**
 * How far they can be trusted.
 */
trust: Trust, };

/**
 * Something that the user told.
 */
export type ToldText = { 
/**
 * The text. What is marked as recalled is no part of it.
 */
text: string, 
/**
 * What it is.
 */
memoryType: MemoryType, 
/**
 * Whose words it holds.
 */
speaker: Speaker, 
/**
 * How far it can be trusted.
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
 * What is kept of a run as a whole (seed 003, `Trajectory`).
 */
export type Trajectory = { 
/**
 * As handed in.
 */
id: TrajectoryId, 
/**
 * What it was an attempt at: a SWE-bench instance, a question.
 */
instance_id: string, 
/**
 * What it worked on: a repository, a site, a document.
 */
repo: string, 
/**
 * `bug_fix`, `feature`, `refactor`, `research`, …
 */
task_type: string, 
/**
 * Whether the task was done.
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
 * What happened, for people and models.
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
 * Of the summary.
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
 * What is worked on.
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
 * At most so many.
 */
limit: number, } | { "op": "stats" } | { "op": "reEmbed" } | { "op": "consolidate", 
/**
 * Only if nothing else is to be done and something was learned.
 */
idle: boolean, } | { "op": "browse", 
/**
 * None for the first.
 */
after?: ListCursor | null, 
/**
 * At most so many.
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
 * What each further dimension adds to an item's score, as a share of it: 0.25.
 */
dimensionsBonus: number, 
/**
 * What a confidence of 1 adds: 0.5.
 */
confidenceBonus: number, 
/**
 * What having been used this moment adds: 0.1.
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
 * How methodologies are told.
 */
methodologyFormat: MethodologyFormat, };

/**
 * Where a text comes from, the least trusted first.
 *
 * An entry has the label of its source. A node has at most that of the least trusted text that it was made
 * of: its entries, the nodes that were merged into it, what its topic was updated from. No operation of a
 * [`TaskBank`](super::TaskBank) raises a label. It is shown wherever the text is, and decides nothing.
 */
export type Trust = "model" | "imported" | "snippet" | "found_page" | "named_page" | "given";

/**
 * What was due, and is done.
 */
export type Upkeep = { 
/**
 * Of insights.
 */
reflection: ReflectionReport, 
/**
 * Of what is kept of the user.
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
 * What was given a vector of the model that runs now, a part of it at a time.
 */
trajectoryVectors: ReEmbedded, };

/**
 * What a run used.
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
 * What the run spent; empty in files of older versions.
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
 * Where it was found.
 */
dimension: Dimension, 
/**
 * Its rank among what was found there of its kind, from 1.
 */
rank: number, };

/**
 * What a model was asked for.
 */
export type WordsTask = "importance" | "questions" | "insight" | "summary" | "facts" | "abstraction";

/**
 * Characters of the longest question.
 */
export const LONGEST_QUESTION = 8000;
