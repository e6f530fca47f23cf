import { type Ctx, systemCtx } from '../../kit/base/context.ts';
import { attemptEach } from '../../kit/jobs/attempt-each.ts';
import type { Job } from '../../kit/jobs/jobs.ts';
import { type Project, projects, settingsOf } from './projects.ts';

/** A repeated job per project. It must be safe to run twice, and on several servers. */
interface ProjectJob {
  name: string;
  /** A cron expression in Vietnamese time. */
  every: string;
  /** Finds the projects that have something to do, for a job that runs often and rarely finds anything. All projects by default. */
  findProjects?: () => Promise<readonly string[]>;
  /** Does what is due in a project at `ctx.now`, as the system. Returns the number of changed records. */
  perProject: (ctx: Ctx, project: Project) => Promise<number>;
}

/**
 * A job that runs for all projects in sequence. A project with a refusal or a version conflict is left to the next run.
 * Another error does not stop the other projects; the job fails at the end.
 */
export function defineJob({ name, every, findProjects, perProject }: ProjectJob): Job {
  return {
    name,
    every,
    async run(now) {
      const ids = await findProjects?.();
      if (ids?.length === 0) return 0;
      return attemptEach(
        projects().find(ids ? { _id: { $in: [...ids] } } : {}),
        project => perProject(systemCtx(settingsOf(project), now), project),
        ({ _id }) => ({ job: name, project: _id }),
      );
    },
  };
}
