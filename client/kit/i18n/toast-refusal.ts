import i18next from 'i18next';
import { type GuidePlace, openGuide } from '../base/guide.ts';
import { type ToastAction, toast } from '../base/toast.ts';
import { ApiError, dataOf } from '../http/api.ts';

/** A refusal of the server: what a call threw, or that of one record among many. */
interface Refusal {
  code: string;
  /** In the reader's language; empty where the server was not reached. */
  message: string;
}

const isRefusal = (error: unknown): error is Refusal => typeof dataOf<Refusal>(error).code === 'string';

/** Opens the guide; at the statuses of the screen by default. */
export const why = (at: GuidePlace = 'statuses'): ToastAction => ({
  label: i18next.t('kit:act.why'),
  does: 'why',
  onAct: () => openGuide(at),
});

/** Opens the guide where it explains a refusal; undefined for codes that explain themselves. */
async function whyOf(code: string): Promise<ToastAction | undefined> {
  if (code === 'STATUS_NOT_ALLOWED') return why();
  const { isExplained } = await import('@lobby/shared/explained.ts');
  return isExplained(code) ? why({ why: code }) : undefined;
}

interface RefusalToast {
  /** Names what was not done; the reason stands below it. Defaults to the reason alone. */
  title?: string;
  /** Repeats the call; offered where that may help. */
  again?: () => void;
}

/** Shows why something was refused, with its explanation in the guide. */
export async function toastRefusal(error: unknown, { title, again }: RefusalToast = {}): Promise<void> {
  await i18next.loadNamespaces(['kit', 'errors', 'common']);
  const { code, message } = isRefusal(error) ? error : { code: 'SERVER_ERROR', message: '' };
  const reason = message || i18next.t(`errors:${code}`, { defaultValue: i18next.t('errors:SERVER_ERROR') });
  const action =
    again && error instanceof ApiError && error.passing
      ? { label: i18next.t('common:act.retry'), onAct: again }
      : await whyOf(code).catch(() => undefined);
  toast({ tone: 'bad', title: title ?? reason, ...(title && { description: reason }), action });
  // A fault of the client's own code and no answer of the server: thrown on, so that the browser's console has its stack.
  if (!isRefusal(error)) throw error;
}
