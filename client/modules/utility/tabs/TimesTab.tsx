import type { FieldIn, FilterNameIn } from '@lobby/shared/kit/define-module.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { useAtomValue } from 'jotai';
import { CalendarClock } from 'lucide-react';
import { useMemo } from 'react';
import { useParams } from 'react-router';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { recordAtom } from '../../../kit/records/records.ts';
import { Line, RelatedRecords } from '../../../kit/ui/detail/related/RelatedRecords.tsx';
import { useFieldWords } from '../../../kit/ui/form/form-context.ts';
import { useRelatedRecords } from '../../../kit/ui/useRelatedRecords.ts';

const MOST = 20;

interface TimesTabProps<D extends Definition> {
  definition: D;
  /** Field that references the record of the tab, and its id. */
  field: FilterNameIn<D>;
  of: string;
  /** Field with the time shown on a line. */
  from: FieldIn<D>;
  /** Path of the full list, within the project. */
  to: string;
  none: string;
  all: string;
}

/** Related records with a time: bookings, waitlist entries, closures. */
export function TimesTab<D extends Definition>({ definition, field, of, from, to, none, all }: TimesTabProps<D>) {
  const { idUnitGroup = '' } = useParams();
  const list = `/projects/${idUnitGroup}/${to}`;
  return (
    <RelatedRecords
      view={useRelatedRecords(definition, field, of, MOST)}
      most={MOST}
      icon={CalendarClock}
      none={none}
      all={{ to: `${list}&${field}=${of}`, label: all }}
    >
      {id => <Time key={id} definition={definition} id={id} from={from} to={`${list}&id=${id}`} />}
    </RelatedRecords>
  );
}

function Time({
  definition,
  id,
  from,
  to,
}: Pick<TimesTabProps<Definition>, 'definition' | 'from' | 'to'> & { id: string }) {
  const { dateTime } = useFormats();
  const say = useFieldWords(definition.name);
  const entry = useAtomValue(useMemo(() => recordAtom(definition.name, id), [definition, id]));
  const row = entry?.row;
  const at = row?.[from];
  const note = definition.statuses && row?.status ? say.status(String(row.status)) : undefined;
  const title = [typeof at === 'string' ? dateTime(at) : '', String(row?.[definition.title] ?? '')];
  return <Line to={to} title={title.filter(Boolean).join(' · ')} note={note} />;
}
