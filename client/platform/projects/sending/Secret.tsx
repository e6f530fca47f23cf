import { unitGroup } from '@lobby/shared/modules/unit-group.ts';
import { useAtomValue } from 'jotai';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../kit/base/toast.ts';
import { request } from '../../../kit/http/api.ts';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { toastRefusal } from '../../../kit/i18n/toast-refusal.ts';
import { scopeAtom } from '../../../kit/session/session.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { TextInput } from '../../../kit/ui/controls/TextInput.tsx';
import type { KeySet, Keys } from './sending.ts';

interface SecretProps {
  name: keyof Keys;
  held: KeySet | undefined;
  version: number;
  locked: boolean;
}

/** Input of a secret: saved at once, never kept as a draft, never returned. */
export function Secret({ name, held, version, locked }: SecretProps) {
  const { t } = useTranslation('unit-group');
  const { dateTime } = useFormats();
  const { projectId = '' } = useAtomValue(scopeAtom);
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const body = { version, [name]: typed };
      await request('PUT', `${unitGroup.path}/${projectId}/sending`, { projectId, body });
      setTyped('');
      toast({ tone: 'done', title: t('review.saved') });
    } catch (error) {
      void toastRefusal(error, { title: t('review.failed') });
    } finally {
      setBusy(false);
    }
  };
  const state = held ? t('sending.keySet', { by: held.by, at: dateTime(held.at) }) : t('sending.keyNone');
  return (
    <div>
      <Field label={t(`sending.fields.${name}`)} help={state}>
        <TextInput
          name={name}
          type="password"
          autoComplete="new-password"
          disabled={locked}
          value={typed}
          onChange={event => setTyped(event.target.value)}
        />
      </Field>
      {typed && (
        <Button icon={KeyRound} busy={busy} onClick={() => void save()}>
          {t('sending.setKey')}
        </Button>
      )}
    </div>
  );
}
