import type { Config } from '../config/options.ts';
import { shownSettings } from '../config/shown-settings.ts';
import type { Driver } from '../engines/browser/drivers/driver.ts';
import { Fault } from '../kernel/fault.ts';
import type { Log } from '../kernel/log.ts';
import type { Caller } from '../kernel/tool.ts';
import type { AnswerSettings } from '../report/browser-style.ts';
import type { BrowserDeps } from '../toolsets/browser/deps.ts';
import {
  browserOf,
  engineSettings,
  extensionSettings,
  headersOf,
  INSTANCE,
  launchSettings,
  ownerCheck,
  profileFolder,
  runningSettings,
} from './browser-settings.ts';
import type { MadeBrowser, Needs } from './parts.ts';
import { styleOf } from './styles.ts';
import { type RecordNeeds, recordOf } from './telemetry-wiring.ts';

const HOUR_MS = 3_600_000;

type BrowserNeeds = Needs<'config' | 'env' | 'clock' | 'log' | 'redactor' | 'secrets' | 'state' | 'files'> &
  RecordNeeds;

/** The browser, whose of it is whose, and what its tools need besides, from the settings. Nothing is started yet. */
export async function makeBrowser(needs: BrowserNeeds): Promise<MadeBrowser> {
  const { config, env, redactor, secrets, files: output } = needs;
  const [{ BrowserProcess }, { SessionEngines }, memory, life, log, files, recorder] = await Promise.all([
    import('../engines/browser/browser-process.ts'),
    import('../engines/browser/session-engines.ts'),
    import('../toolsets/browser/page-memory.ts'),
    import('../toolsets/browser/lifetime.ts'),
    import('../toolsets/browser/session-log.ts'),
    import('../toolsets/browser/files.ts'),
    import('../engines/browser/media/code-recorder.ts'),
  ]);
  const redact = (words: string) => redactor.text(words);
  const process = new BrowserProcess({
    ...(await engineSettings(needs)),
    driver: await driverOf(needs),
    ...(await recordOf(needs, INSTANCE)),
  });
  const engines = new SessionEngines(process, config.sharedBrowserContext);
  const lifetime = new life.Lifetime(await idleMs(needs), () => engines.stop());
  const style = styleOf(config);
  const folderOf = (caller: Caller) => output.folder(caller);
  const session = config.saveSession ? new log.SessionLog({ folderOf, redact, log: needs.log }) : undefined;
  const shared: Omit<BrowserDeps, 'engine'> = {
    answers: await style.answers(answerSettings(config)),
    output,
    paths: config.filePaths,
    secrets,
    env,
    redact,
    memory: new memory.PageMemory(),
    recorder: new recorder.CodeRecorder(),
    codeLanguage: config.codegen === 'none' ? 'typescript' : config.codegen,
    lifetime,
    expectMs: config.timeoutExpect,
    isShared: config.sharedBrowserContext,
    executablePath: config.executablePath,
    settings: () => {
      const shown = shownSettings(config);
      return style.settings?.(shown) ?? shown;
    },
    async answered(call, reply) {
      await session?.add(call, reply);
      if (config.outputMaxSize !== undefined)
        await files.limitFolder(await output.folder(call.caller), config.outputMaxSize);
    },
  };
  return { engines, lifetime, depsOf: (session) => ({ ...shared, engine: engines.of(session) }) };
}

async function driverOf({ config, env, log, state }: BrowserNeeds): Promise<Driver> {
  if (config.cdpEndpoint !== undefined) {
    const { cdpDriver } = await import('../engines/browser/drivers/remote.ts');
    const headers = headersOf(config.cdpHeader);
    return cdpDriver({ endpoint: config.cdpEndpoint, headers, timeout: config.cdpTimeout });
  }
  if (config.autoConnect) {
    const { runningDriver } = await import('../engines/browser/drivers/running/running-driver.ts');
    return runningDriver(runningSettings(config, env));
  }
  if (config.endpoint !== undefined) {
    const { playwrightServerDriver } = await import('../engines/browser/drivers/remote.ts');
    const { browserName } = browserOf(config.browser);
    const headers = headersOf(config.remoteHeader);
    return playwrightServerDriver({ endpoint: config.endpoint, browserName, headers });
  }
  if (config.extension) {
    const { extensionDriver } = await import('../engines/browser/drivers/extension/extension-driver.ts');
    return extensionDriver({ ...extensionSettings(config), env, log, ownerCheck });
  }
  const { localDriver } = await import('../engines/browser/drivers/local.ts');
  const settings = { ...launchSettings(config), log, env, ownerCheck };
  const userDataDir = profileFolder(config, state, process.cwd());
  const kept = localDriver({ ...settings, userDataDir });
  const isOwnChoice = userDataDir !== undefined && config.userDataDir === undefined;
  return isOwnChoice ? orInMemory(kept, localDriver(settings), log) : kept;
}

/** The profile that nobody chose may be in use by another of us: then this browser keeps its own in memory. */
function orInMemory(kept: Driver, inMemory: Driver, log: Log): Driver {
  return {
    kind: kept.kind,
    async open(options) {
      try {
        return await kept.open(options);
      } catch (thrown) {
        if (!(thrown instanceof Fault) || thrown.code !== 'PROFILE_LOCKED') throw thrown;
        log.warning('the profile is in use, so nothing of this browser will be kept', {
          why: thrown.message,
        });
        return inMemory.open(options);
      }
    },
  };
}

function answerSettings(config: Config): AnswerSettings {
  const { imageResponses, codegen } = config;
  return {
    budget: config.snapshotBudget,
    hasSnapshots: config.snapshotMode === 'full',
    boxes: config.snapshotBoxes,
    codegen: codegen === 'none' ? undefined : codegen,
    consoleLevel: config.consoleLevel,
    images: imageResponses === 'allow' ? 'inline' : imageResponses,
  };
}

/** An hour for a browser that nobody sees and that is ours; else it stays until it is closed. */
async function idleMs({ config, env, log }: BrowserNeeds): Promise<number> {
  if (config.idleTimeout !== undefined) return config.idleTimeout;
  const { cdpEndpoint, endpoint, autoConnect, extension } = config;
  if (cdpEndpoint !== undefined || endpoint !== undefined || autoConnect || extension) return 0;
  const { isHeadless } = await import('../engines/browser/drivers/local.ts');
  const { headless } = launchSettings(config);
  const quiet = { ...log, info: () => {} };
  return isHeadless({ headless, env, log: quiet }, process.platform) ? HOUR_MS : 0;
}
