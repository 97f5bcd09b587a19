/** The duration of an answer, in milliseconds. */
export interface Timings {
  /** From the program's start until engine and model were there. */
  loadMilliseconds: number;
  ingestMilliseconds: number;
  answerMilliseconds: number;
  /** From the program's start to the answer. */
  totalMilliseconds: number;
}
