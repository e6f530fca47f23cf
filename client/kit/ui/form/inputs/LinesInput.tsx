import { chakra } from '@chakra-ui/react';
import { type ChoiceField, listedChoice } from '@lobby/shared/kit/fields.ts';
import { Plus, X } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../controls/Button.tsx';
import { Checkbox } from '../../controls/Checkbox.tsx';
import { Field } from '../../controls/Field.tsx';
import { VisuallyHidden } from '../../marks/VisuallyHidden.tsx';
import { useFieldWords, useFormScope, useWriting } from '../form-context.ts';
import { type TypedLine, writeLine } from '../values.ts';
import type { InputProps } from './input.ts';
import { PLAIN_INPUTS } from './plain-inputs.ts';

const isLine = (item: unknown): item is TypedLine => typeof item === 'object' && item !== null;

interface TicksProps extends Pick<InputProps, 'label' | 'value' | 'disabled' | 'onChange'> {
  /** Name of the choice in a line. */
  part: string;
  choice: ChoiceField;
}

/** Lines of a single choice as checkboxes, one per option. */
function TicksInput({ part, choice, label, value, disabled, onChange }: TicksProps) {
  const { name: words } = useFormScope();
  const say = useFieldWords(words);
  const held = (Array.isArray(value) ? value : []).filter(isLine).map(line => line[part]);
  const press = (option: string) => {
    const next = choice.options.filter(other => held.includes(other) !== (other === option));
    onChange(next.map(word => ({ [part]: word })));
  };
  return (
    <chakra.div role="group" aria-label={label} display="flex" flexWrap="wrap" columnGap="5">
      {choice.options.map(option => (
        <Checkbox
          key={option}
          label={say.option(part, option)}
          checked={held.includes(option)}
          disabled={disabled}
          onChange={() => press(option)}
        />
      ))}
    </chakra.div>
  );
}

/** Lines of a record, each with its inputs; Enter in the last one adds a line. */
export function LinesInput({ name: listName, field, label, value, faults, disabled, onChange, onBlur }: InputProps) {
  const { t } = useTranslation('kit');
  const { name: words } = useFormScope();
  const say = useFieldWords(words);
  const how = useWriting();
  const id = useId();
  if (field.kind !== 'lines') return null;
  const [part, choice] = (field.ticked && listedChoice(field)) || [];
  if (part && choice)
    return (
      <TicksInput part={part} choice={choice} label={label} value={value} disabled={disabled} onChange={onChange} />
    );
  const lines = (Array.isArray(value) ? value : []).filter(isLine);
  const inner = Object.entries(field.of).filter(([, partField]) => !partField.internal);
  const set = (at: number, change: TypedLine) =>
    onChange(lines.map((line, n) => (n === at ? { ...line, ...change } : line)));
  return (
    <chakra.div role="group" aria-label={label} display="flex" flexDirection="column" gap="2">
      {lines.map((line, at) => (
        <chakra.div
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no name but its place
          key={at}
          role="group"
          aria-label={t('form.line', { line: at + 1 })}
          display="grid"
          gridTemplateColumns={{ base: '1fr auto', sm: `repeat(${inner.length}, minmax(0, 1fr)) auto` }}
          gap="2"
          alignItems="end"
        >
          {inner.map(([name, partField]) => {
            const Input = PLAIN_INPUTS[partField.kind];
            // Repeated inputs of one name are numbered.
            const partLabel = inner.length > 1 ? say.label(name, partField) : `${say.label(name, partField)} ${at + 1}`;
            const fault = faults?.[`${listName}.${at}.${name}`];
            const error = typeof fault === 'string' ? fault : undefined;
            return (
              <chakra.div key={name} minW="0" gridColumn={{ base: '1', sm: 'auto' }}>
                <Field label={partLabel} required={partField.required} error={error}>
                  <Input
                    id={`${id}-${at}-${name}`}
                    name={name}
                    field={partField}
                    label={partLabel}
                    value={line[name] ?? ''}
                    invalid={error !== undefined}
                    disabled={disabled}
                    onChange={typed => {
                      if (typeof typed === 'string' || typeof typed === 'boolean') set(at, { [name]: typed });
                    }}
                    onBlur={onBlur}
                  />
                </Field>
              </chakra.div>
            );
          })}
          <chakra.div gridColumn={{ base: '2', sm: 'auto' }} gridRow={{ base: '1', sm: 'auto' }}>
            <Button
              look="ghost"
              icon={X}
              disabled={disabled}
              onClick={() => onChange(lines.filter((_, n) => n !== at))}
            >
              <VisuallyHidden>{t('form.removeLine', { line: at + 1 })}</VisuallyHidden>
            </Button>
          </chakra.div>
        </chakra.div>
      ))}
      {lines.length < field.max && (
        <chakra.div>
          <Button
            size="sm"
            icon={Plus}
            disabled={disabled}
            onClick={() => onChange([...lines, writeLine(field, {}, how)])}
          >
            {t('form.addLine')}
          </Button>
        </chakra.div>
      )}
    </chakra.div>
  );
}
