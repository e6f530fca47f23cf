import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { toast } from '../../kit/base/toast.ts';
import { request } from '../../kit/http/api.ts';
import { scopeNow } from '../../kit/session/session.ts';

/** Returns a function that duplicates a template under a unique name and opens the copy. */
export function useDuplicate({ name: words, path }: { name: string; path: string }, id: string) {
  const { t } = useTranslation(words);
  const [, setParams] = useSearchParams();
  return async (name: string) => {
    const body = { name: `${name.slice(0, 90)} (${Date.now().toString(36).slice(-4)})` };
    const made = await request<{ id: string }>('PUT', `${path}/${id}/duplicate`, { ...scopeNow(), body });
    toast({ tone: 'done', title: t('duplicate.done') });
    setParams({ id: made.data.id });
  };
}
