import type { Definition } from '@lobby/shared/kit/definition.ts';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Row } from '../../base/matches.ts';
import type { ToastShape } from '../../base/toast.ts';
import { placeOf } from '../../records/definitions.ts';
import { useCan } from '../../session/permissions.ts';
import { scopeNow } from '../../session/session.ts';
import { useFieldWords } from './form-context.ts';

/** Message about a new record by code or name, with a link, since the list's current tab may not contain it. */
export function useCreated(definition: Definition): (row: Row) => ToastShape {
  const { t } = useTranslation('kit');
  const say = useFieldWords(definition.name);
  const mayRead = useCan(definition.code, 'read');
  const navigate = useNavigate();
  return row => {
    const { projectId } = scopeNow();
    const place = mayRead && projectId && row.id ? placeOf(definition.name, projectId, row.id) : null;
    const title = String(row.code ?? say.called(definition, row));
    return {
      tone: 'done',
      title: title ? t('form.created', { thing: say.thing(title) }) : t('form.saved'),
      ...(place && {
        action: {
          label: t('form.openCreated'),
          does: 'open' as const,
          onAct: () => void navigate(place),
        },
      }),
    };
  };
}
