import { chakra } from '@chakra-ui/react';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { card } from '@lobby/shared/modules/card.ts';
import { vehicle } from '@lobby/shared/modules/vehicle.ts';
import { useAtomValue } from 'jotai';
import { Car, IdCard, type LucideIcon } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { recordAtom } from '../../kit/records/records.ts';
import { useRefName } from '../../kit/refs/refs.ts';
import { Line, RelatedRecords } from '../../kit/ui/detail/related/RelatedRecords.tsx';
import { useFieldWords } from '../../kit/ui/form/form-context.ts';
import { Status } from '../../kit/ui/marks/Status.tsx';
import { useRelatedRecords } from '../../kit/ui/useRelatedRecords.ts';

const MOST = 50;

/** Cards and vehicles of a unit, live; each opens in its own list. */
export function UnitCards({ id }: { id: string }) {
  const { t } = useTranslation(['card', 'vehicle', 'unit']);
  return (
    <>
      <Part definition={card} part="cards" id={id} icon={IdCard} title={t('card:plural')} none={t('unit:cards.none')} />
      <Part
        definition={vehicle}
        part="vehicles"
        id={id}
        icon={Car}
        title={t('vehicle:plural')}
        none={t('unit:cards.noVehicle')}
      />
    </>
  );
}

interface PartProps {
  definition: Definition;
  part: string;
  id: string;
  icon: LucideIcon;
  title: string;
  none: string;
}

function Part({ definition, part, id, icon, title, none }: PartProps) {
  const { idUnitGroup = '' } = useParams();
  const view = useRelatedRecords(definition, 'unitId', id, MOST);
  const screen = `/projects/${idUnitGroup}/${card.route}?part=${part}&tab=all`;
  return (
    <chakra.section aria-label={title}>
      <chakra.h3 px="4" pt="3" textStyle="sm" fontWeight="medium">
        {title}
      </chakra.h3>
      <RelatedRecords
        view={view}
        most={MOST}
        icon={icon}
        none={none}
        all={{ to: `${screen}&unitId=${id}`, label: title }}
      >
        {rowId => <One key={rowId} definition={definition} id={rowId} to={`${screen}&id=${rowId}`} />}
      </RelatedRecords>
    </chakra.section>
  );
}

/** List line of a card or vehicle: number or plate, type, holder and status. */
function One({ definition, id, to }: { definition: Definition; id: string; to: string }) {
  const say = useFieldWords(definition.name);
  const entry = useAtomValue(useMemo(() => recordAtom(definition.name, id), [definition, id]));
  const row: Readonly<Record<string, unknown>> = entry?.row ?? {};
  const holder = useRefName('resident', typeof row.residentId === 'string' ? row.residentId : null);
  const status = String(row.status ?? '');
  const shape = definition.statuses?.[status];
  const note = [row.type ? say.option('type', String(row.type)) : '', holder ?? '', row.cardNumber ?? ''];
  return (
    <Line
      to={to}
      title={String(row[definition.title] || (row.type ? say.option('type', String(row.type)) : ''))}
      note={note.filter(Boolean).join(' · ')}
      after={
        shape && (
          <Status tone={shape.tone} icon={shape.icon}>
            {say.status(status)}
          </Status>
        )
      }
    />
  );
}
