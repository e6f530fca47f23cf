import { chakra } from '@chakra-ui/react';
import type { Field as Shape } from '@lobby/shared/kit/fields.ts';
import { fieldSchema } from '@lobby/shared/kit/schema.ts';
import { clean } from '@lobby/shared/kit/words.ts';
import { ImageUp, X } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/ui/Button.tsx';
import { Field } from '../../kit/ui/Field.tsx';
import { DateInput } from '../../kit/ui/form/DateInput.tsx';
import { useWriting } from '../../kit/ui/form/place.ts';
import { NumberInput } from '../../kit/ui/form/TypedInput.tsx';
import { readValue, writeValue } from '../../kit/ui/form/values.ts';
import { Select } from '../../kit/ui/Select.tsx';
import { TextArea } from '../../kit/ui/TextArea.tsx';
import { TextInput } from '../../kit/ui/TextInput.tsx';
import { toast } from '../../kit/ui/toast.ts';
import { useField } from './editing.ts';
import { readPicture } from './picture.ts';

interface ValueFieldProps {
  name: string;
  field: Shape;
  help?: ReactNode;
  wide?: boolean;
}

/** A value of one kind: text, a number, a day. What is typed and stands for no value yet stays, and says what is wrong. */
export function ValueField({ name, field, help, wide }: ValueFieldProps) {
  const { t } = useTranslation('errors');
  const how = useWriting();
  const id = useId();
  const own = useField(name);
  const [typed, setTyped] = useState<string>();
  const [left, setLeft] = useState(false);
  const shown = typed ?? String(writeValue(field, own.value, how));
  const read = readValue(field, shown, how);
  const missing = field.required && read.value === null;
  const bad = read.value !== null && read.value !== undefined && !fieldSchema(field).safeParse(read.value).success;
  const fault =
    read.error?.code ??
    (missing ? 'REQUIRED' : bad ? (field.kind === 'text' && field.code ? 'CODE_INVALID' : 'INVALID') : '');
  const change = (next: unknown) => {
    if (typeof next !== 'string') return;
    setTyped(next);
    const { value, error } = readValue(field, next, how);
    if (!error) own.put(value);
  };
  const leave = () => {
    setLeft(true);
    if (!read.error) setTyped(undefined);
  };
  const shared = { name, value: shown, disabled: own.locked, onBlur: leave };
  const kit = { ...shared, id, field, label: own.label, invalid: Boolean(fault), onChange: change };
  return (
    <div data-wide={wide || undefined}>
      <Field
        label={own.label}
        required={field.required}
        help={help ?? own.help}
        error={own.error ?? (left && fault ? t(fault) : undefined)}
      >
        {field.kind === 'date' || field.kind === 'instant' ? (
          <DateInput {...kit} />
        ) : field.kind === 'integer' ? (
          <NumberInput {...kit} />
        ) : (
          <TextInput {...shared} autoComplete="off" onChange={event => change(event.target.value)} />
        )}
      </Field>
    </div>
  );
}

interface ChoiceFieldProps {
  name: string;
  choices: readonly { value: string; label: string }[];
  /** Whether nothing may be chosen. */
  empty?: boolean;
}

/** One of a few. */
export function ChoiceField({ name, choices, empty }: ChoiceFieldProps) {
  const { t } = useTranslation('kit');
  const own = useField(name);
  const none = { value: '', label: t('form.none') };
  return (
    <Field label={own.label} help={own.help} error={own.error}>
      <Select
        name={name}
        choices={empty ? [none, ...choices] : choices}
        value={typeof own.value === 'string' ? own.value : ''}
        disabled={own.locked}
        onChange={event => own.put(event.target.value || null)}
      />
    </Field>
  );
}

/** Words, one a line. */
export function LinesField({ name, help, rows = 5 }: { name: string; help?: ReactNode; rows?: number }) {
  const own = useField(name);
  const [typed, setTyped] = useState<string>();
  const stored = Array.isArray(own.value) ? own.value.join('\n') : '';
  return (
    <div data-wide>
      <Field label={own.label} help={help ?? own.help} error={own.error}>
        <TextArea
          name={name}
          rows={rows}
          value={typed ?? stored}
          disabled={own.locked}
          onBlur={() => setTyped(undefined)}
          onChange={event => {
            setTyped(event.target.value);
            own.put(
              event.target.value
                .split('\n')
                .map(line => clean(line))
                .filter(Boolean),
            );
          }}
        />
      </Field>
    </div>
  );
}

/** A small picture that is kept with the setting itself. */
export function PictureField({ name, dark }: { name: string; dark?: boolean }) {
  const { t } = useTranslation('unit-group');
  const own = useField(name);
  const input = useRef<HTMLInputElement>(null);
  const take = async (file: File | undefined) => {
    if (!file) return;
    try {
      own.put(await readPicture(file));
    } catch {
      toast({ tone: 'bad', title: t('picture.failed') });
    }
  };
  const source = typeof own.value === 'string' ? own.value : '';
  return (
    <chakra.fieldset borderWidth="0" p="0" m="0" minW="0">
      <chakra.legend p="0" mb="1" textStyle="sm" fontWeight="medium">
        {own.label}
      </chakra.legend>
      <chakra.div display="flex" alignItems="center" flexWrap="wrap" gap="2">
        {source && (
          <chakra.span
            className={dark ? 'chakra-theme dark' : 'chakra-theme light'}
            display="inline-flex"
            p="1.5"
            bg="bg"
            borderWidth="1px"
            borderColor="border"
            borderRadius="md"
          >
            <img src={source} alt={own.label} width={40} height={40} />
          </chakra.span>
        )}
        <Button size="sm" icon={ImageUp} disabled={own.locked} onClick={() => input.current?.click()}>
          {t('picture.choose')}
        </Button>
        {source && !own.locked && (
          <Button size="sm" look="ghost" icon={X} onClick={() => own.put(null)}>
            {t('picture.remove')}
          </Button>
        )}
      </chakra.div>
      <input
        ref={input}
        type="file"
        name={name}
        accept="image/png,image/jpeg,image/webp,image/svg+xml"
        hidden
        onChange={event => {
          void take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <chakra.p mt="1" textStyle="xs" color={own.error ? 'bad.fg' : 'fg.muted'}>
        {own.error ?? own.help}
      </chakra.p>
    </chakra.fieldset>
  );
}
