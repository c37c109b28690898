import { useSignal } from '@preact/signals';
import { api } from './api.ts';
import { entry, entryProblem } from './state.ts';
import { WORDS } from './words.ts';

/** For whoever comes without a fresh link. */
export function Login() {
  const key = useSignal('');
  const problem = useSignal(entryProblem.value);
  const enter = async (event: Event) => {
    event.preventDefault();
    try {
      await api.loginByKey(key.value.trim());
      entryProblem.value = '';
      entry.value = 'in';
    } catch {
      problem.value = WORDS.login.wrong;
    }
  };
  return (
    <main class="login">
      <form class="card" onSubmit={(event) => void enter(event)}>
        <h1>{WORDS.login.title}</h1>
        <p>{WORDS.login.text}</p>
        <label>
          {WORDS.login.key}
          <input
            type="password"
            autocomplete="off"
            value={key.value}
            onInput={({ currentTarget }) => {
              key.value = currentTarget.value;
            }}
          />
        </label>
        <p class="problem" role="alert">
          {problem.value}
        </p>
        <button type="submit" class="primary">
          {WORDS.login.go}
        </button>
      </form>
    </main>
  );
}
