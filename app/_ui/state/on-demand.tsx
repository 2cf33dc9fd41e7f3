import { type ComponentType, useEffect, useState } from 'react';
import { loadPart } from './load-part';

/**
 * Makes a component that loads when the page first shows it. It replaces `dynamic` of Next, because React
 * keeps the fallback of a `Suspense` on the page for 300 ms even when the part arrives sooner: the palette
 * took 366 ms instead of
 * 70. A part that cannot load throws into the error boundary around it.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting: ComponentType = Nothing,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;

  return function OnDemand(props: Props) {
    const [Part, setPart] = useState(() => loaded);
    const [failure, setFailure] = useState<{ error: unknown } | null>(null);

    useEffect(() => {
      if (loaded !== null) return;
      loadPart(load).then(
        (arrived) => {
          loaded = arrived;
          setPart(() => arrived);
        },
        (error: unknown) => setFailure({ error }),
      );
    }, []);

    if (failure !== null) throw failure.error;
    return Part === null ? <Waiting /> : <Part {...props} />;
  };
}

function Nothing() {
  return null;
}
