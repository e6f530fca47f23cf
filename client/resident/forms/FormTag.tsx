import { t } from '../words.ts';
import type { ModuleWords } from './module-words.ts';

const TONES: Readonly<Record<string, string>> = { WAITING: 'waiting', COMPLETED: 'done', REJECTED: 'bad' };

interface FormTagProps {
  status: string;
  words: ModuleWords;
  /** Its approval, where it goes through several steps. */
  flow?: unknown;
}

/** The status of a form in the words of its module, and how far its approval is. */
export function FormTag({ status, words, flow }: FormTagProps) {
  return (
    <span className="tag" data-tone={TONES[status]}>
      {(status === 'WAITING' && saidOf(flow)) || words.status(status)}
    </span>
  );
}

/** "Waiting for approval (step 2 of 3)"; nothing where there are no steps. */
export function saidOf(flow: unknown): string | null {
  const { current, count } = (flow ?? {}) as { current?: number; count?: number };
  return typeof current === 'number' && count ? t('forms.step', { step: current + 1, count }) : null;
}
