/** The calls of a bank that works in another thread, as the caller's side makes them. */
import { proxy } from "comlink";
import type { Task } from "./backend.ts";
import type { BankService } from "./bank-service.ts";
import { MemoryBankError } from "./errors.ts";
import type { MemoryRequest } from "./generated.ts";
import type { Provider } from "./language-model.ts";
import type { EngineRequest } from "./request.ts";
import { serveRun } from "./run-port.ts";
import type { Estimate, ResearchResult, RunSummary, ServiceName, ServiceReply } from "./types.ts";

/** Serves one bank. */
export class ServedBank {
  #service: BankService | null = null;

  /** Starts a run; everything about it goes over `port`. */
  research(request: EngineRequest, port: MessagePort): void {
    void serveRun(port, (emit, signal) => this.bank.research(request, emit, signal));
  }

  async estimate(request: EngineRequest): Promise<Estimate> {
    return this.bank.estimate(request);
  }

  async tryService(service: ServiceName): Promise<ServiceReply> {
    return this.bank.tryService(service);
  }

  /** Starts a replay; everything about it goes over `port`. */
  replay(journal: string, port: MessagePort): void {
    void serveRun(port, (emit) => this.bank.replay(journal, emit));
  }

  /** Goes on with the run of a journal; everything about it goes over `port`. */
  resume(journal: string, port: MessagePort): void {
    void serveRun(port, (emit, signal) => this.bank.resume(journal, emit, signal));
  }

  /** Reads a stored run back; everything about it goes over `port`. */
  openRun(docId: string, port: MessagePort): void {
    void serveRun(port, (emit) => this.bank.openRun(docId, emit));
  }

  /** Goes on with a run that is stored or kept; everything about it goes over `port`. */
  resumeRun(docId: string, port: MessagePort): void {
    void serveRun(port, (emit, signal) => this.bank.resumeRun(docId, emit, signal));
  }

  async export(docId: string): Promise<string> {
    return this.bank.export(docId);
  }

  async import(json: string): Promise<ResearchResult> {
    return this.bank.import(json);
  }

  async journal(docId: string): Promise<string> {
    return this.bank.journal(docId);
  }

  async runs(): Promise<RunSummary[]> {
    return this.bank.runs();
  }

  async discard(docId: string): Promise<boolean> {
    return this.bank.discard(docId);
  }

  async task(question: string): Promise<Task> {
    return proxy(await this.bank.task(question));
  }

  async askMemory(request: MemoryRequest, inPlainWords = false): Promise<unknown> {
    return this.bank.askMemory(request, inPlainWords);
  }

  async provider(nameOrAddress: string): Promise<Provider | undefined> {
    return this.bank.provider(nameOrAddress);
  }

  async memoryUse(): Promise<{ engine: number; embedder: number | null }> {
    return this.bank.memoryUse();
  }

  /** The bank, once it is open. */
  protected get bank(): BankService {
    if (this.#service === null) throw new MemoryBankError("closed", "the engine is not open");
    return this.#service;
  }

  protected set bank(service: BankService) {
    this.#service = service;
  }
}
