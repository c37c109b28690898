import type { CallerName } from '../kernel/owner.ts';
import type { AppServing } from '../transport/app/app-routes.ts';
import type { Needs } from './parts.ts';

type AppNeeds = Needs<'hub' | 'redactor' | 'store' | 'sessions'> & {
  /** Sessions of a caller that are open now. */
  sessionsOf(caller: CallerName): readonly { readonly id: string }[];
};

/** The web app, where a record is kept that it could show. */
export async function makeApp(needs: AppNeeds): Promise<AppServing | undefined> {
  const { hub, redactor, store, sessions, sessionsOf } = needs;
  if (!sessions) return undefined;
  const [{ appServing }, { PersonView }, { CallView }] = await Promise.all([
    import('../transport/app/app-routes.ts'),
    import('../store/person-view.ts'),
    import('../store/call-view.ts'),
  ]);
  const open = (caller: CallerName) => sessionsOf(caller).map(({ id }) => id);
  const parts = { store: () => store.get(), sessions, open, hub, redactor };
  return appServing(new PersonView(parts), new CallView(parts));
}
