import type { FileInfo, LineFields } from '@lobby/shared/kit/fields.ts';
import { helpPicturesIn, type ItemKind, MOST_HELP } from '@lobby/shared/modules/checklist-items.ts';
import { maintenanceChecklist } from '@lobby/shared/modules/maintenance-checklist.ts';
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { type KeyboardEvent, useId } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../kit/ui/controls/Button.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { useFieldWords, useWriting } from '../../kit/ui/form/form-context.ts';
import { FilesInput } from '../../kit/ui/form/inputs/files/FilesInput.tsx';
import { PLAIN_INPUTS } from '../../kit/ui/form/inputs/plain-inputs.ts';
import type { TypedValues } from '../../kit/ui/form/read-form.ts';
import { type TypedLine, writeLine } from '../../kit/ui/form/values.ts';
import { styleClass } from '../../theme/classes.ts';

const listClass = styleClass({
  display: 'flex',
  flexDirection: 'column',
  gap: '3',
  gridColumn: '1 / -1',
  '& fieldset': { borderWidth: '1px', borderColor: 'border', borderRadius: 'md', p: '3', m: '0', minW: '0' },
  '& header': { display: 'flex', alignItems: 'center', gap: '1', mb: '2' },
  '& header strong': { flex: '1', textStyle: 'sm', fontWeight: 'semibold' },
  '& [data-grid]': { display: 'grid', gridTemplateColumns: { base: '1fr', md: '1fr 1fr' }, gap: '3' },
  '& [data-wide]': { gridColumn: '1 / -1' },
  '& [role=alert]': { textStyle: 'xs', color: 'bad.fg' },
  '& small': { textStyle: 'xs', color: 'fg.muted' },
});

const ITEMS = maintenanceChecklist.fields.items;
type Name = keyof typeof ITEMS.of;
const WIDE: readonly Name[] = ['label', 'help'];
const NEW = { kind: 'CHECK', required: true, photoOnFail: true, noteOnFail: true };

/** Fields of an item by kind. */
function namesOf(kind: unknown): Name[] {
  const measured: Name[] =
    kind === 'NUMBER' ? ['unitName', 'decimals', 'min', 'max'] : kind === 'METER' ? ['meterKey', 'unitName'] : [];
  const chosen: Name[] = kind === 'CHOICE' ? ['options', 'failOptions'] : [];
  const judged = (['CHECK', 'NUMBER', 'CHOICE'] as readonly unknown[] as readonly ItemKind[]).some(
    candidate => candidate === kind,
  );
  const failing: Name[] = judged ? ['photoOnFail', 'noteOnFail'] : [];
  return ['label', 'section', 'kind', ...measured, ...chosen, 'required', ...failing, 'help'];
}

const HELP = { kind: 'files', max: MOST_HELP, images: true } as const;

/** Explanatory images of an item. The checklist holds the files, the item their ids. */
function HelpInput({ id, line, onChange, onBlur }: ItemFieldsProps) {
  const { t } = useTranslation(maintenanceChecklist.name);
  const { field: held } = useController<TypedValues>({ name: 'helpImages' });
  const all = (Array.isArray(held.value) ? held.value : []).filter(file => typeof file === 'object') as FileInfo[];
  const ids = helpPicturesIn({ helpPictures: String(line.helpPictures ?? '') });
  const pictures = ids.flatMap(fileId => all.find(file => file.id === fileId) ?? []);
  return (
    <div data-wide="">
      <Field label={t('editor.pictures')}>
        <FilesInput
          id={`${id}-pictures`}
          name="helpPictures"
          field={HELP}
          label={t('editor.pictures')}
          value={pictures}
          invalid={false}
          onChange={value => {
            const chosen = value as readonly FileInfo[];
            const others = all.filter(file => !ids.includes(file.id));
            held.onChange([...others, ...chosen]);
            onChange({ helpPictures: chosen.map(file => file.id).join(' ') });
          }}
          onBlur={onBlur}
        />
      </Field>
    </div>
  );
}

interface ItemFieldsProps {
  id: string;
  line: TypedLine;
  onChange: (change: TypedLine) => void;
  onBlur: () => void;
}

function ItemFields({ id, line, onChange, onBlur }: ItemFieldsProps) {
  const { t } = useTranslation(maintenanceChecklist.name);
  const say = useFieldWords(maintenanceChecklist.name);
  return namesOf(line.kind).map(name => {
    const field: LineFields[string] = ITEMS.of[name];
    const Input = PLAIN_INPUTS[field.kind];
    const label = say.label(name, field);
    const input = (
      <Input
        id={`${id}-${name}`}
        name={name}
        field={field}
        label={label}
        value={line[name] ?? ''}
        invalid={false}
        onChange={typed => {
          if (typeof typed === 'string' || typeof typed === 'boolean') onChange({ [name]: typed });
        }}
        onBlur={onBlur}
      />
    );
    const help = name === 'options' || name === 'failOptions' ? t('editor.optionsHelp') : undefined;
    return (
      <div key={name} data-wide={WIDE.includes(name) ? '' : undefined}>
        {field.kind === 'flag' ? (
          input
        ) : (
          <Field label={label} required={field.required} help={help}>
            {input}
          </Field>
        )}
      </div>
    );
  });
}

/** Items of a checklist in the form; Alt and arrow keys move the focused one. */
export function ItemsInput() {
  const { t } = useTranslation(maintenanceChecklist.name);
  const { field: held, fieldState } = useController<TypedValues>({ name: 'items' });
  const how = useWriting();
  const id = useId();
  const lines = (Array.isArray(held.value) ? held.value : []) as readonly TypedLine[];
  const set = (at: number, change: TypedLine) =>
    held.onChange(lines.map((line, n) => (n === at ? { ...line, ...change } : line)));
  const move = (at: number, by: number) => {
    const to = at + by;
    const line = lines[at];
    if (!line || to < 0 || to >= lines.length) return;
    held.onChange(lines.toSpliced(at, 1).toSpliced(to, 0, line));
    requestAnimationFrame(() => document.getElementById(`${id}-${to}`)?.querySelector('input')?.focus());
  };
  const onKey = (at: number) => (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    move(at, event.key === 'ArrowUp' ? -1 : 1);
  };
  const error = fieldState.error?.message;
  return (
    <div className={listClass()} data-field="items">
      {lines.map((line, at) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: an item has no name but its place
          key={at}
          id={`${id}-${at}`}
          aria-label={t('editor.item', { n: at + 1 })}
          onKeyDown={onKey(at)}
        >
          <header>
            <strong>{t('editor.item', { n: at + 1 })}</strong>
            <IconButton
              icon={ArrowUp}
              size="sm"
              label={t('editor.up', { n: at + 1 })}
              disabled={at === 0}
              onClick={() => move(at, -1)}
            />
            <IconButton
              icon={ArrowDown}
              size="sm"
              label={t('editor.down', { n: at + 1 })}
              disabled={at === lines.length - 1}
              onClick={() => move(at, 1)}
            />
            <IconButton
              icon={X}
              size="sm"
              label={t('editor.remove', { n: at + 1 })}
              onClick={() => held.onChange(lines.toSpliced(at, 1))}
            />
          </header>
          <div data-grid="">
            <ItemFields id={`${id}-${at}`} line={line} onChange={change => set(at, change)} onBlur={held.onBlur} />
            <HelpInput id={`${id}-${at}`} line={line} onChange={change => set(at, change)} onBlur={held.onBlur} />
          </div>
        </fieldset>
      ))}
      {error && <p role="alert">{error}</p>}
      {lines.length < ITEMS.max && (
        <div>
          <Button
            size="sm"
            icon={Plus}
            onClick={() => held.onChange([...lines, writeLine(ITEMS, { ...NEW, section: lines.at(-1)?.section }, how)])}
          >
            {t('editor.add')}
          </Button>
        </div>
      )}
      {lines.length > 1 && <small>{t('editor.keys')}</small>}
    </div>
  );
}
