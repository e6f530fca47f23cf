import type { Definition } from '@lobby/shared/kit/definition.ts';
import { unknownIn } from '@lobby/shared/kit/list-url.ts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { toast } from '../../base/toast.ts';

/** Says once what a link asks a list for that it does not know: without it the list shows more than the link meant. */
export function useUnknownTold(definition: Definition): void {
  const { t } = useTranslation('kit');
  const { search } = useLocation();
  const unknown = unknownIn(new URLSearchParams(search), definition).join(', ').slice(0, 200);
  useEffect(() => {
    if (unknown) toast({ tone: 'going', title: t('filter.unknown'), description: unknown });
  }, [unknown, t]);
}
