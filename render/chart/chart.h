#pragma once

namespace fw {}
