import type { Definition } from '@lobby/shared/kit/definition.ts';
import { unknownIn } from '@lobby/shared/kit/list-url.ts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { toast } from '../../base/toast.ts';

/** Says once what a link asks a list for that it does not know: without it the list shows more than the link meant. */
export function useUnknownTold(definition: Definition): void {
  const { t } = useTranslation('kit');
  const { search } = useLocation();
  const unknown = unknownIn(new URLSearchParams(search), definition).join(', ').slice(0, 200);
  const told = useRef('');
  useEffect(() => {
    // Words that are loaded later make `t` another: what was said is not said again.
    if (unknown && unknown !== told.current) toast({ tone: 'going', title: t('filter.unknown'), description: unknown });
    told.current = unknown;
  }, [unknown, t]);
}
