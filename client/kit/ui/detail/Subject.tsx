import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Field } from '@lobby/shared/kit/fields.ts';
import type { MoneyShape } from '@lobby/shared/kit/money.ts';
import { ArrowRight } from 'lucide-react';
import { Fragment } from 'react';
import type { Row } from '../../base/matches.ts';
import { useRefName } from '../../refs/refs.ts';
import { FieldValue } from '../form/FieldValue.tsx';
import { useFieldWords } from '../form/form-context.ts';
import { RefLink } from '../form/RefLink.tsx';
import { isNone } from '../form/shown.ts';

interface SubjectProps {
  definition: Definition;
  shape: Pick<MoneyShape, 'subject' | 'between'>;
  row: Row;
}

/** The unit and the purpose; for transfers the names of both records. */
export function Subject({ definition, shape: { subject = [], between }, row }: SubjectProps) {
  const say = useFieldWords(definition.name);
  const value = (name: string) => {
    const field = definition.fields[name];
    return field && <FieldValue definition={definition} name={name} field={field} value={row[name]} />;
  };
  if (between)
    return (
      <>
        {value(between[0])} <ArrowRight size={16} style={{ display: 'inline' }} aria-hidden /> {value(between[1])}
      </>
    );
  const isUsual = (field: Field, value: unknown) =>
    field.kind === 'choice' && field.initial === value && subject.length > 1;
  const names = subject.filter(name => {
    const field = definition.fields[name];
    return field && !isNone(row[name]) && !isUsual(field, row[name]);
  });
  const kinds = names.map(name => definition.fields[name]?.kind);
  const kind = kinds.find(other => other === 'ref' || other === 'text') ?? kinds[0];
  // A name or sentence is self-explanatory; a choice or month needs the noun.
  const noun = kind === 'ref' || kind === 'text' ? '' : say.one;
  return (
    <>
      {typeof row.unitId === 'string' && (
        <>
          <Unit id={row.unitId} />
          {'\u2002'}
        </>
      )}
      {noun}
      {names.map((name, at) => (
        <Fragment key={name}>
          {(at > 0 || noun) && (kind === 'choice' ? ' · ' : ' ')}
          {value(name)}
        </Fragment>
      ))}
    </>
  );
}

function Unit({ id }: { id: string }) {
  const name = useRefName('unit', id);
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      <RefLink to="unit" id={id}>
        {name}
      </RefLink>
    </span>
  );
}
