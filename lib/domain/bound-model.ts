/**
 * Identifies the model that a run is bound to: enough to find it again, and never its key. `provider` is an
 * id of `lib/llm/providers`; a provider that needs no server has no address. Each call looks the key up by
 * `baseUrl`, so that a key that was replaced is the one that is sent.
 */
export type BoundModel =
  | { provider: string; baseUrl?: undefined; isPicked?: Picked }
  | {
      provider: string;
      /** Names the saved model, or is `environment`. Runs that are older than lists of models lack it. */
      id?: string | undefined;
      isPicked?: Picked;
      baseUrl: string;
      model: string;
      /** The model had a key or headers when the run was bound, and cannot be asked without them. */
      hasKey: boolean;
    };

/** A person or a workflow's file named this model, so the run never goes on with another one. */
type Picked = true | undefined;

/** Returns the id of the model that the run was started with, if it was picked. */
export function pickedModel(bound: BoundModel | null): string | null {
  if (!bound?.isPicked) return null;
  return bound.baseUrl === undefined ? bound.provider : (bound.id ?? null);
}

/**
 * Returns the name by which the server is asked for the model. The demo model and older runs only have the
 * name for a person.
 */
export function requestedModel(run: { model: BoundModel | null; modelName: string }): string {
  return run.model?.baseUrl !== undefined ? run.model.model : run.modelName;
}
