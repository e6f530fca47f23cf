import { chakra } from '@chakra-ui/react';
import { readPhone } from '@lobby/shared/kit/contact.ts';
import { countryName } from '@lobby/shared/kit/countries.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { type Field, isUngrouped, type Kind } from '@lobby/shared/kit/fields.ts';
import { printedTaxCode } from '@lobby/shared/kit/tax-code-text.ts';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../i18n/formats.ts';
import { FigureTable } from '../figures/FigureTable.tsx';
import { Status } from '../marks/Status.tsx';
import { Unbroken } from '../marks/Unbroken.tsx';
import { RichText } from '../RichText.tsx';
import { useFieldWords } from './form-context.ts';
import { nameOf, useRefs } from './inputs/choices/ref-options.ts';
import { FileTile } from './inputs/files/FileTile.tsx';
import { isFile } from './inputs/files/files-in.ts';
import { RefLink } from './RefLink.tsx';
import { isBehind, isNone } from './shown.ts';

interface FieldValueProps {
  definition: Definition;
  name: string;
  field: Field;
  /** In the format of API responses. */
  value: unknown;
  /** References are links. */
  linked?: boolean;
  /** Shown for an empty value; a dash by default. */
  empty?: ReactNode;
}

type Shown = Omit<FieldValueProps, 'empty'>;

const Plain = ({ value }: Shown) => <>{String(value)}</>;
function Line({ field, value }: Shown) {
  const { i18n } = useTranslation();
  const { country, taxCode } = field.kind === 'text' ? field : {};
  const text = taxCode ? printedTaxCode(String(value)) : String(value);
  return <Unbroken>{country ? countryName(text, i18n.language) : text}</Unbroken>;
}
const Lines = ({ value }: Shown) => (
  <chakra.span whiteSpace="pre-wrap" overflowWrap="anywhere">
    {String(value)}
  </chakra.span>
);

function Choice({ definition, name, field, value }: Shown) {
  const say = useFieldWords(definition.name);
  const word = say.option(name, String(value));
  const state = field.kind === 'choice' ? field.states?.[String(value)] : undefined;
  if (!state) return <>{word}</>;
  return (
    <Status tone={state.tone} icon={state.icon}>
      {word}
    </Status>
  );
}

function Flag({ value }: Shown) {
  const { t } = useTranslation('kit');
  return <>{t(value === true ? 'yes' : 'no')}</>;
}

function Written({ field, value }: Shown) {
  const formats = useFormats();
  if (typeof value === 'number') {
    const { kind } = field;
    if (isUngrouped(field)) return <>{value}</>;
    return <>{kind === 'money' || kind === 'percent' ? formats[kind](value) : formats.number(value)}</>;
  }
  return <>{field.kind === 'instant' ? formats.dateTime(String(value)) : formats.day(String(value))}</>;
}

function Names({ field, value, linked }: Shown) {
  const to = field.kind === 'ref' || field.kind === 'refs' ? field.to : '';
  const ids = (Array.isArray(value) ? value : [value]).map(String);
  const refs = useRefs(to, ids);
  if (!linked) return <>{refs.map(nameOf).join(', ')}</>;
  return (
    <span>
      {ids.map((id, at) => (
        <Fragment key={id}>
          {at > 0 && ', '}
          <RefLink to={to} id={id}>
            {nameOf(refs[at])}
          </RefLink>
        </Fragment>
      ))}
    </span>
  );
}

// Masked numbers contain stars and are not formatted.
const Phone = ({ value }: Shown) => <>{String(value).startsWith('+') ? readPhone(String(value)) : String(value)}</>;

function Files({ value }: Shown) {
  const { t } = useTranslation('kit');
  const files = Array.isArray(value) ? value : [];
  // A change names files by id only.
  if (!files.every(isFile)) return <>{t('detail.fileCount', { count: files.length })}</>;
  return (
    <chakra.span display="flex" flexWrap="wrap" gap="2">
      {files.map(file => (
        <Fragment key={file.id}>
          <FileTile file={file} />
        </Fragment>
      ))}
    </chakra.span>
  );
}

/** Amounts of one piece, which have no sum. */
const EACH: ReadonlySet<string> = new Set(['price', 'unitPrice', 'estimatedPrice', 'base']);
const FIGURES: ReadonlySet<Kind> = new Set(['integer', 'money', 'percent', 'decimal', 'date', 'month', 'instant']);

/** Lines of a record, with a column for each field that any of them has. */
function LineList({ definition, name, field, value }: Shown) {
  const say = useFieldWords(definition.name);
  const { money } = useFormats();
  const lines: Record<string, unknown>[] = field.kind === 'lines' && Array.isArray(value) ? value : [];
  const { of = {}, shown } = field.kind === 'lines' ? field : {};
  const inner = Object.entries(of).filter(
    ([key, part]) => !isBehind(part) && (shown?.includes(key) ?? true) && lines.some(line => !isNone(line[key])),
  );
  const summed = lines.length > 1 && inner.length > 1;
  const total = (key: string) => lines.reduce((sum, line) => sum + Number(line[key] ?? 0), 0);
  return (
    <FigureTable
      plain
      label={say.label(name, field)}
      rows={lines}
      keyOf={(_, at) => at}
      columns={inner.map(([key, part]) => ({
        key,
        label: say.label(key, part),
        figure: FIGURES.has(part.kind),
        // An empty value leaves the cell empty.
        cell: (line: Record<string, unknown>) =>
          isNone(line[key]) ? null : (
            <FieldValue linked definition={definition} name={key} field={part} value={line[key]} />
          ),
        ...(summed && part.kind === 'money' && !EACH.has(key) && { foot: money(total(key)) }),
      }))}
    />
  );
}

const SHOWN: Record<Kind, (props: Shown) => ReactNode> = {
  text: Line,
  longText: Lines,
  richText: ({ value }) => <RichText markup={String(value)} />,
  choice: Choice,
  flag: Flag,
  integer: Written,
  money: Written,
  percent: Written,
  decimal: Written,
  date: Written,
  month: Written,
  instant: Written,
  ref: Names,
  refs: Names,
  phone: Phone,
  email: Plain,
  identifier: Plain,
  files: Files,
  lines: LineList,
};

/** The value of a field in readable form, by its kind. */
export function FieldValue({ empty = '–', ...shown }: FieldValueProps) {
  if (isNone(shown.value)) return <chakra.span color="fg.subtle">{empty}</chakra.span>;
  const Show = SHOWN[shown.field.kind];
  return <Show {...shown} />;
}
