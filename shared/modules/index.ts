import type { Definition } from '../kit/definition.ts';
import { contractAnnex } from './contract-annex.ts';
import { contractTemplate } from './contract-template.ts';
import { document, documentVersion } from './document.ts';
import { department, employee, position } from './employee.ts';
import { floor } from './floor.ts';
import { folder } from './folder.ts';
import { label } from './label.ts';
import { labelGroup } from './label-group.ts';
import { location, place } from './location.ts';
import { partner } from './partner.ts';
import { rentalContract } from './rental-contract.ts';
import { residency, resident } from './resident.ts';
import { ticket } from './ticket.ts';
import { ticketReply } from './ticket-reply.ts';
import { ticketType } from './ticket-type.ts';
import { block, unit } from './unit.ts';
import { holiday, workSchedule } from './work-schedule.ts';

/** All modules: the one list. */
export const MODULES: readonly Definition[] = [
  ticket,
  ticketType,
  ticketReply,
  label,
  labelGroup,
  block,
  floor,
  unit,
  resident,
  residency,
  folder,
  document,
  documentVersion,
  contractTemplate,
  rentalContract,
  contractAnnex,
  partner,
  location,
  place,
  workSchedule,
  holiday,
  employee,
  department,
  position,
];

/** The definition of a name, which must exist. */
export function definitionOf(name: string): Definition {
  const found = MODULES.find(definition => definition.name === name);
  if (!found) throw new Error(`no module ${name}`);
  return found;
}
