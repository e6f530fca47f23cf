import type { ModuleWords } from './module-words.ts';

const TONES: Readonly<Record<string, string>> = { WAITING: 'waiting', COMPLETED: 'done', REJECTED: 'bad' };

/** The status of a form in the words of its module. */
export const FormTag = ({ status, words }: { status: string; words: ModuleWords }) => (
  <span className="tag" data-tone={TONES[status]}>
    {words.status(status)}
  </span>
);
