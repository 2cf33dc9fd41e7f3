import { useEffect, useState } from 'react';

/** A person needs this long to see a request before a key or click can be meant for it. */
const steadyMs = 500;

/** True once `subject` has been shown for half a second without a change, in a window that has the focus. */
export function useArmed(subject: string | null): boolean {
  const [armedFor, setArmedFor] = useState<string | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const arm = () => {
      clearTimeout(timer);
      setArmedFor(null);
      timer = setTimeout(() => setArmedFor(subject), steadyMs);
    };
    arm();
    window.addEventListener('focus', arm);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('focus', arm);
    };
  }, [subject]);
  return subject !== null && armedFor === subject;
}
