export { amqpAnswers, ensureDatabase, LOCAL_RABBIT_URL, postgresAnswers } from './backends.js';
export { readConstellationConfig, serviceEnvironment } from './configuration.js';
export { createConstellation } from './constellation.js';
export { doors } from './doors.js';
