import { WEEK } from '@lobby/shared/modules/work-schedule.ts';
import { WeekFields } from '../../kit/ui/form/inputs/dates/WeekFields.tsx';
import { FieldInput } from '../../kit/ui/form/inputs/FieldInput.tsx';

const WORKDAYS = WEEK.slice(1, 5);

/** Name, department and weekly shifts of a schedule. */
export function ScheduleFields() {
  return (
    <>
      <FieldInput name="name" />
      <WeekFields noun="work-schedule" days={WEEK} filled={WORKDAYS} />
      <FieldInput name="counts" />
      <FieldInput name="departmentId" />
      <FieldInput name="color" />
    </>
  );
}
