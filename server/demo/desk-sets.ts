import { assignmentRule } from '@lobby/shared/modules/assignment-rule.ts';
import { location, place } from '@lobby/shared/modules/location.ts';
import { report } from '@lobby/shared/modules/report.ts';
import { reportSchedule } from '@lobby/shared/modules/report-schedule.ts';
import { serviceLevel } from '@lobby/shared/modules/service-level.ts';
import { task } from '@lobby/shared/modules/task.ts';
import { ticketReply } from '@lobby/shared/modules/ticket-reply.ts';
import { ticketType } from '@lobby/shared/modules/ticket-type.ts';
import { holiday, workSchedule } from '@lobby/shared/modules/work-schedule.ts';
import { repliesOf, typesOf } from './desk.ts';
import { levelsOf, placesIn } from './places.ts';
import type { Sets } from './prepared.ts';
import { assignmentRulesOf, levelsOfService } from './promises.ts';
import { schedulesOfReports } from './report-schedules.ts';
import { reportsOf } from './reports.ts';
import type { Site } from './sites.ts';
import type { colleaguesOf } from './staff.ts';
import { tasksOf } from './tasks.ts';
import { holidaysOf, schedulesOf } from './working.ts';

/** Places, schedules, ticket settings and tasks of the desk, referenced collections first. */
export function deskSetsOf(site: Site, team: ReturnType<typeof colleaguesOf>, now: Date): Sets {
  const reports = reportsOf(site, team, now);
  return [
    [location, levelsOf(site)],
    [place, placesIn(site)],
    [workSchedule, schedulesOf(site)],
    [holiday, holidaysOf(site, now)],
    [ticketType, typesOf(site, team)],
    [ticketReply, repliesOf(site)],
    [serviceLevel, levelsOfService(site, team)],
    [assignmentRule, assignmentRulesOf(site)],
    [task, tasksOf(site, team, now)],
    [report, reports],
    [reportSchedule, schedulesOfReports(site, team, reports, now)],
  ];
}
