import { notFound } from 'next/navigation';

/** Shows the app's own not-found page for every unknown address. */
export default function UnknownPage() {
  notFound();
}
