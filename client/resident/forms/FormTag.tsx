import { t } from '../words.ts';
import type { ModuleWords } from './module-words.ts';

const TONES: Readonly<Record<string, string>> = { WAITING: 'waiting', COMPLETED: 'done', REJECTED: 'bad' };

interface FormTagProps {
  status: string;
  words: ModuleWords;
  /** Progress of an approval with several steps. */
  flow?: unknown;
}

/** Status of a form in the words of its module, with the progress of its approval. */
export function FormTag({ status, words, flow }: FormTagProps) {
  return (
    <span className="tag" data-tone={TONES[status]}>
      {(status === 'WAITING' && saidOf(flow)) || words.status(status)}
    </span>
  );
}

/** "Waiting for approval (step 2 of 3)"; null without steps. */
export function saidOf(flow: unknown): string | null {
  const { current, count } = (flow ?? {}) as { current?: number; count?: number };
  return typeof current === 'number' && count ? t('forms.step', { step: current + 1, count }) : null;
}
