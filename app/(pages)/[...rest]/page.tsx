import { notFound } from 'next/navigation';

/** Every address without a page: told so within the application, where the next move is at hand. */
export default function UnknownPage() {
  notFound();
}
