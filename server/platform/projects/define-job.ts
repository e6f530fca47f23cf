import { type Ctx, systemCtx } from '../../kit/base/context.ts';
import { Refusal } from '../../kit/base/errors.ts';
import type { Job } from '../../kit/jobs/jobs.ts';
import { log } from '../../kit/ops/log.ts';
import { VersionConflict } from '../../kit/store/save.ts';
import { type Project, projects, settingsOf } from './projects.ts';

/** A repeated job per project. It must be safe to run twice, and on several servers. */
interface ProjectJob {
  name: string;
  /** A cron expression in Vietnamese time. */
  every: string;
  /** Does what is due in a project at `ctx.now`, as the system. Returns the number of changed records. */
  perProject: (ctx: Ctx, project: Project) => Promise<number>;
}

/**
 * A job that runs for all projects in sequence. A project with a refusal or a version conflict is left to the next run.
 * Another error does not stop the other projects; the job fails at the end.
 */
export function defineJob({ name, every, perProject }: ProjectJob): Job {
  return {
    name,
    every,
    async run(now) {
      let changed = 0;
      const failures: unknown[] = [];
      for await (const project of projects().find()) {
        try {
          changed += await perProject(systemCtx(settingsOf(project), now), project);
        } catch (error) {
          if (error instanceof Refusal || error instanceof VersionConflict)
            log.info(
              { job: name, project: project._id, refusal: String(error) },
              'a job left a project to its next turn',
            );
          else {
            log.error({ job: name, project: project._id, error: String(error) }, 'a job failed for a project');
            failures.push(error);
          }
        }
      }
      if (failures.length > 0) throw new AggregateError(failures, `${name}: ${failures.length} projects failed`);
      return changed;
    },
  };
}
