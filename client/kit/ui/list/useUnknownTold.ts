import type { Definition } from '@lobby/shared/kit/definition.ts';
import { unknownIn } from '@lobby/shared/kit/list-url.ts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { toast } from '../../base/toast.ts';

/** Reports once which parts of a link a list does not know, since it then shows more than intended. */
export function useUnknownTold(definition: Definition): void {
  const { t } = useTranslation('kit');
  const { search } = useLocation();
  const unknown = unknownIn(new URLSearchParams(search), definition).join(', ').slice(0, 200);
  const shown = useRef('');
  useEffect(() => {
    // Texts loaded later change `t`; the message must not be repeated.
    if (unknown && unknown !== shown.current)
      toast({ tone: 'going', title: t('filter.unknown'), description: unknown });
    shown.current = unknown;
  }, [unknown, t]);
}
