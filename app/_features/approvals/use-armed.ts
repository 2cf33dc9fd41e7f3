import { useEffect, useRef, useState } from 'react';

/** A person needs to see a request this long before a key or click can be meant for it. */
const steadyMs = 500;

/**
 * Returns true once `subject` has been on screen for half a second without a change, in a focused window with
 * nothing pressed. A press that began before was meant for something else, however late it ends.
 */
export function useArmed(subject: string | null): boolean {
  const [armedFor, setArmedFor] = useState<string | null>(null);
  const isPressed = useRef(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isArmed = false;
    const arm = () => {
      clearTimeout(timer);
      isArmed = false;
      setArmedFor(null);
      if (isPressed.current) return;
      timer = setTimeout(() => {
        isArmed = true;
        setArmedFor(subject);
      }, steadyMs);
    };
    const turn = (nowPressed: boolean) => () => {
      if (isPressed.current === nowPressed) return;
      isPressed.current = nowPressed;
      if (!isArmed) arm();
    };
    const [press, release] = [turn(true), turn(false)];
    const onSpace = (then: () => void) => (event: KeyboardEvent) => event.key === ' ' && then();
    const listeners: [string, (event: never) => void][] = [
      ['pointerdown', press],
      ['pointerup', release],
      ['pointercancel', release],
      // The browser may tell nobody that a press outside of the window has ended.
      ['pointermove', ({ buttons }: PointerEvent) => buttons === 0 && release()],
      // A button reacts to the space bar when the person lets it go.
      ['keydown', onSpace(press)],
      ['keyup', onSpace(release)],
      [
        'focus',
        ({ target }: Event) => {
          if (target !== window) return;
          isPressed.current = false;
          arm();
        },
      ],
    ];
    arm();
    for (const [type, listener] of listeners) window.addEventListener(type, listener as EventListener, true);
    return () => {
      clearTimeout(timer);
      for (const [type, listener] of listeners)
        window.removeEventListener(type, listener as EventListener, true);
    };
  }, [subject]);
  return subject !== null && armedFor === subject;
}
