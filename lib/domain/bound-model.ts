/**
 * The model that a run is bound to: enough to find it again, and never its key. `provider` is an
 * id of `lib/llm/providers`; one that needs no server has no address. The key is looked up by `baseUrl` at each
 * call, so that a key that was replaced is the one that is sent.
 */
export type BoundModel =
  | { provider: string; baseUrl?: undefined }
  | {
      provider: string;
      baseUrl: string;
      model: string;
      /** It had a key when the run was bound: without one it cannot be asked. */
      hasKey: boolean;
    };

/** The model's name as its server is asked for it; for the demo model, and in older runs, its name for a person. */
export function requestedModel(run: { model: BoundModel | null; modelName: string }): string {
  return run.model?.baseUrl !== undefined ? run.model.model : run.modelName;
}
