import { chakra } from '@chakra-ui/react';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Fields } from '@lobby/shared/kit/fields.ts';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../i18n/formats.ts';
import { scopeNow } from '../../../session/session.ts';
import { Button } from '../../controls/Button.tsx';
import { LeaveButton } from '../../controls/LeaveButton.tsx';
import { RadioCards } from '../../controls/RadioCards.tsx';
import type { Values } from '../changes.ts';
import { FieldValue } from '../FieldValue.tsx';
import { FormFrame } from '../FormFrame.tsx';
import { useFieldWords } from '../form-context.ts';
import { type Conflicting, whoChanged } from '../save-record.ts';

interface ConflictProps {
  definition: Definition;
  fields: Fields;
  conflict: Conflicting;
  busy: boolean;
  /** The merged edit, without fields that keep the other person's value. */
  onSave: (values: Values) => void;
  onCancel: () => void;
}

type Side = 'theirs' | 'yours';

/** Both values of fields that two people edited, side by side, to choose one of each. */
export function Conflict({ definition, fields, conflict, busy, onSave, onCancel }: ConflictProps) {
  const { t } = useTranslation('kit');
  const { time } = useFormats();
  const say = useFieldWords(definition.name);
  const { current, yours, agreed } = conflict;
  const [chosen, setChosen] = useState<Record<string, Side>>({});
  const [by, setBy] = useState({ name: '…', at: String(current.updatedAt) });
  const notice = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    notice.current?.focus();
    void whoChanged(definition, scopeNow(), current.id, conflict.fields).then(author => author && setBy(author));
  }, [definition, current, conflict]);
  const sideOf = (name: string): Side => chosen[name] ?? 'yours';
  const save = () => {
    const values = Object.entries(yours).filter(
      ([name]) => !conflict.fields.includes(name) || sideOf(name) === 'yours',
    );
    onSave(Object.fromEntries(values));
  };
  return (
    <FormFrame
      onSubmit={save}
      note={agreed > 0 && t('conflict.others', { count: agreed })}
      footer={
        <>
          <LeaveButton data-cancel="" onClick={onCancel} />
          <Button type="submit" look="filled" busy={busy}>
            {t('conflict.save')}
          </Button>
        </>
      }
    >
      <chakra.p
        ref={notice}
        tabIndex={-1}
        role="alert"
        display="flex"
        alignItems="center"
        gap="2"
        px="3"
        py="2.5"
        borderRadius="md"
        bg="waiting.subtle"
        color="waiting.fg"
        fontWeight="medium"
        outline="none"
      >
        <TriangleAlert />
        <span>{t('conflict.title', { name: by.name, time: time(by.at) })}</span>
      </chakra.p>
      {conflict.fields.map(name => {
        const field = fields[name];
        if (!field) return null;
        const value = (of: unknown) => (
          <FieldValue definition={definition} name={name} field={field} value={of} empty={t('conflict.empty')} />
        );
        return (
          <chakra.div key={name}>
            <chakra.p fontWeight="medium" mb="2" aria-hidden>
              {say.label(name, field)}
            </chakra.p>
            <RadioCards<Side>
              label={say.label(name, field)}
              value={sideOf(name)}
              onChange={side => setChosen(before => ({ ...before, [name]: side }))}
              cards={[
                { value: 'theirs', note: t('conflict.theirs', { name: by.name }), label: value(current[name]) },
                { value: 'yours', note: t('conflict.yours'), label: value(yours[name]) },
              ]}
            />
          </chakra.div>
        );
      })}
    </FormFrame>
  );
}
