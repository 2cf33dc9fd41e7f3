/**
 * The model that a run is bound to: enough to find it again, and never its key. `provider` is an
 * id of `lib/llm/providers`; one that needs no server has no address. The key is looked up by `baseUrl` at each
 * call, so that a key that was replaced is the one that is sent.
 */
export type BoundModel =
  | { provider: string; baseUrl?: undefined; isPicked?: Picked }
  | {
      provider: string;
      /** Of the saved model, or `environment`. Left out: the run is older than lists of models. */
      id?: string | undefined;
      isPicked?: Picked;
      baseUrl: string;
      model: string;
      /** It had a key or headers when the run was bound: without them it cannot be asked. */
      hasKey: boolean;
    };

/** A person or a workflow's file named this model: the run never goes on with another one. */
type Picked = true | undefined;

/** The id of the model that the run was started with, if it was picked. */
export function pickedModel(bound: BoundModel | null): string | null {
  if (!bound?.isPicked) return null;
  return bound.baseUrl === undefined ? bound.provider : (bound.id ?? null);
}

/** The model's name as its server is asked for it; for the demo model, and in older runs, its name for a person. */
export function requestedModel(run: { model: BoundModel | null; modelName: string }): string {
  return run.model?.baseUrl !== undefined ? run.model.model : run.modelName;
}
