import { chakra } from '@chakra-ui/react';
import type { FieldIn } from '@lobby/shared/kit/define-module.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { type Field, isAsked } from '@lobby/shared/kit/fields.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../../base/matches.ts';
import { useFormats } from '../../../i18n/formats.ts';
import { FieldValue } from '../../form/FieldValue.tsx';
import { useFieldWords } from '../../form/form-context.ts';
import { DetailBody } from '../DetailBody.tsx';
import { RevealButton } from './RevealButton.tsx';
import { useInfo } from './useInfo.ts';

interface InfoFieldsProps<D extends Definition> {
  definition: D;
  id: string;
  /** Names of the fields in order; defaults to all visible ones. */
  fields?: readonly FieldIn<D>[];
}

interface InfoTabProps<D extends Definition> extends InfoFieldsProps<D> {
  /** Content above and below the grid. */
  before?: ReactNode;
  children?: ReactNode;
}

/** A tab with the fields of a record. */
export function InfoTab<D extends Definition>({ before, children, ...fields }: InfoTabProps<D>) {
  return (
    <DetailBody>
      {before}
      <InfoFields {...fields} />
      {children}
    </DetailBody>
  );
}

/** Fields of a record with labels and values; personal ones masked until revealed. */
export function InfoFields<D extends Definition>({ definition, id, fields }: InfoFieldsProps<D>) {
  const { t } = useTranslation('kit');
  const { dateTime } = useFormats();
  const say = useFieldWords(definition.name);
  const info = useInfo(definition, id);
  if (!info) return null;
  const { row, shownOf, hides, busy } = info;
  const lines = shownFields(definition, row, fields, say.label);
  const reveal = hides(lines.map(([name]) => name));
  return (
    <Grid>
      {lines.map(([name, field]) => (
        <Line key={name} label={say.label(name, field)}>
          <FieldValue linked definition={definition} name={name} field={field} value={shownOf(name)} />
        </Line>
      ))}
      {reveal && (
        <Line label={t('reveal.masked')}>
          <RevealButton busy={busy} onClick={reveal} />
        </Line>
      )}
      {!fields && (
        <>
          <Line label={say.label('createdAt')}>{dateTime(String(row.createdAt))}</Line>
          <Line label={say.label('updatedAt')}>{dateTime(String(row.updatedAt))}</Line>
        </>
      )}
    </Grid>
  );
}

/** Whether a field says nothing: no value, an empty list, an unset flag that is off by default, a counter at zero. */
function isUntold(field: Field, value: unknown): boolean {
  if (field.kind === 'flag') return value !== true && field.initial !== true;
  if (field.kind === 'integer' && field.readOnly && field.initial === 0 && value === 0) return true;
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Fields worth showing: without codes and titles, which are in the head, and without empty ones unless they are named explicitly. */
function shownFields(
  definition: Definition,
  row: Row,
  names: readonly string[] | undefined,
  label: (name: string, field: Field) => string,
): [string, Field][] {
  return (names ?? Object.keys(definition.fields)).flatMap((name): [string, Field][] => {
    const field = definition.fields[name];
    if (
      !field ||
      field.internal ||
      !isAsked(field, row) ||
      (field.readOnly && field.kind !== 'ref' && row[name] === null)
    )
      return [];
    const inWords = label(name, field) !== (field.label ?? name);
    if (names) return [[name, field]];
    const isShown = inWords && name !== definition.title && name !== 'code' && !isUntold(field, row[name]);
    return isShown ? [[name, field]] : [];
  });
}

function Grid({ children }: { children: ReactNode }) {
  return (
    <chakra.dl
      display="grid"
      gridTemplateColumns={{ base: '1fr', sm: 'minmax(96px, 144px) 1fr' }}
      columnGap="4"
      rowGap={{ base: '0', sm: '3' }}
    >
      {children}
    </chakra.dl>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <chakra.dt color="fg.subtle" textStyle={{ base: 'xs', sm: 'sm' }}>
        {label}
      </chakra.dt>
      <chakra.dd
        minW="0"
        mb={{ base: '3', sm: '0' }}
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        gap="2"
        css={{ '& > button': { my: { md: '-1' } } }}
      >
        {children}
      </chakra.dd>
    </>
  );
}
