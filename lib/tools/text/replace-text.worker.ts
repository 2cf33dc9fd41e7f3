import { answering } from '../workers/worker-answer';
import { type Replacement, replaceText } from './replace-text';

export default answering(
  ({
    shown,
    text,
    replacement,
    maxBytes,
  }: {
    shown: string;
    text: string;
    replacement: Replacement;
    maxBytes: number;
  }) => replaceText(shown, text, replacement, maxBytes),
);
