import { chakra } from '@chakra-ui/react';
import { readPhone } from '@lobby/shared/kit/contact.ts';
import { countryName } from '@lobby/shared/kit/countries.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Field, FileInfo, Kind } from '@lobby/shared/kit/fields.ts';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../i18n/formats.ts';
import { RichText } from '../RichText.tsx';
import { Status } from '../Status.tsx';
import { FileTile } from './FileTile.tsx';
import { useFieldWords } from './form-context.ts';
import { RefLink } from './RefLink.tsx';
import { nameOf, useRefs } from './ref-options.ts';

interface FieldValueProps {
  definition: Definition;
  name: string;
  field: Field;
  /** As it travels. */
  value: unknown;
  /** References lead to their records. */
  linked?: boolean;
  /** Shown where there is none; a dash. */
  empty?: ReactNode;
}

type Shown = Omit<FieldValueProps, 'empty'>;

const Plain = ({ value }: Shown) => <>{String(value)}</>;
function Line({ field, value }: Shown) {
  const { i18n } = useTranslation();
  const country = field.kind === 'text' && field.country;
  return <>{country ? countryName(String(value), i18n.language) : String(value)}</>;
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
  if (typeof value === 'number') return <>{field.kind === 'money' ? formats.money(value) : formats.number(value)}</>;
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

// Masked ones hold stars and are no numbers to be written.
const Phone = ({ value }: Shown) => <>{String(value).startsWith('+') ? readPhone(String(value)) : String(value)}</>;

function Files({ value }: Shown) {
  const { t } = useTranslation('kit');
  const files = Array.isArray(value) ? value : [];
  // A change tells of files by their ids alone.
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

const isFile = (item: unknown): item is FileInfo => typeof item === 'object' && item !== null && 'url' in item;

function LineList({ definition, field, value }: Shown) {
  const say = useFieldWords(definition.name);
  const lines: Record<string, unknown>[] = field.kind === 'lines' && Array.isArray(value) ? value : [];
  const inner = Object.entries(field.kind === 'lines' ? field.of : {}).filter(([, one]) => !one.inner);
  return (
    <chakra.table w="full" css={{ '& th, & td': { textAlign: 'start', py: '1', pe: '3', verticalAlign: 'top' } }}>
      <thead>
        <tr>
          {inner.map(([name, one]) => (
            <chakra.th key={name} scope="col" textStyle="xs" fontWeight="normal" color="fg.subtle">
              {say.label(name, one)}
            </chakra.th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no name but its place
          <tr key={at}>
            {inner.map(([name, one]) => (
              <td key={name}>
                <FieldValue definition={definition} name={name} field={one} value={line[name]} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </chakra.table>
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

const isNone = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** The value of a field as people read it, by its kind. */
export function FieldValue({ empty = '–', ...shown }: FieldValueProps) {
  if (isNone(shown.value)) return <chakra.span color="fg.subtle">{empty}</chakra.span>;
  const Show = SHOWN[shown.field.kind];
  return <Show {...shown} />;
}
